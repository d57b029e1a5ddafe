/** Shortens a browser's long name to two words that people know. */
export function agentOf(agent: string): { browser: string; system: string } {
  const found = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  const browser = found([
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
    [/Safari\//, 'Safari'],
    [/curl\//, 'curl'],
  ]);
  const system = found([
    [/iPhone|iPad/, 'iPhone'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X|Macintosh/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux|X11/, 'Linux'],
  ]);
  return { browser, system };
}

export function isPhone(agent: string): boolean {
  return /iPhone|Android.*Mobile/.test(agent);
}
