import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets of a home, as its own env file and two-factor file have them. */
export function secretsOf(home: string): string[] {
  const env = read(join(home, 'env'));
  const named = [...env.matchAll(/^(?:SVC_SECRET_KEY|SVC_PASSWORD_HASH|SVC_METRICS_TOKEN)=(.+)$/gm)].map(
    ([, value]) => value,
  );
  const second = read(join(home, '2fa.json'));
  const { secret } = (second ? JSON.parse(second) : {}) as { secret?: string };
  return [...named, secret].filter((value): value is string => value !== undefined && value.length > 8);
}

/** Where a secret of this home stands that has no business there: files of the service and its programs' environments. */
export function misplaced(secrets: string[], home: string, pids: string[]): string[] {
  const files = walk(home).filter((file) => !/(^|\/)(env|2fa\.json)$/.test(file));
  const environments = pids.map((pid) => `/proc/${pid}/environ`);
  return [...files, ...environments].filter((file) => {
    const text = read(file);
    return secrets.some((secret) => text.includes(secret));
  });
}

function walk(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What went meanwhile or cannot be read holds nothing. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
