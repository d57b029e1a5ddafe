import { existsSync } from 'node:fs';
import { jar, page } from './places.ts';

/** The tests drive what people get: the built page and the built server. */
export default function requireBuilt(): void {
  const missing = [
    [jar, 'mvn -pl shared,server package'],
    [`${page}/index.html`, 'npm run build in web/'],
  ].find(([file]) => !existsSync(file ?? ''));
  if (missing) throw new Error(`${String(missing[0])} is not built yet: run ${String(missing[1])} first.`);
}
