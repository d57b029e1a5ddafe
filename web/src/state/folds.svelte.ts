import type { GroupKey } from './group';
import { keep, kept } from './storage';

const most = 60;

/** Which groups somebody folded or unfolded here; the others stand as they do at first. */
export class Folds {
  #chosen = $state.raw<Readonly<Record<GroupKey, boolean>>>(read());

  folded(key: GroupKey, atFirst: boolean): boolean {
    return this.#chosen[key] ?? atFirst;
  }

  set(key: GroupKey, folded: boolean): void {
    const others = Object.entries(this.#chosen).filter(([one]) => one !== key);
    this.#chosen = Object.fromEntries([...others, [key, folded] as const].slice(-most));
    keep('folds', JSON.stringify(this.#chosen));
  }
}

function read(): Record<GroupKey, boolean> {
  try {
    const found: unknown = JSON.parse(kept('folds') ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).filter((one): one is [string, boolean] => typeof one[1] === 'boolean'),
    );
  } catch {
    return {};
  }
}
