/** Those with the same number on Linux and on a Mac. */
const names: Record<string, string> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  4: 'SIGILL',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
};

/** As people know a signal. */
export function signalName(signal: string): string {
  return names[signal] ?? (/^\d+$/.test(signal) ? `signal ${signal}` : signal);
}
