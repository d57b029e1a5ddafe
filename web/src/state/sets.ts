/** Immutable maps and sets, replaced as a whole: nobody changes them in place. */
export function setOf<T>(items: Iterable<T> = []): ReadonlySet<T> {
  return new Set(items);
}

export function mapOf<K, V>(entries: Iterable<readonly [K, V]> = []): ReadonlyMap<K, V> {
  return new Map(entries);
}
