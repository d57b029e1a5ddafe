/** Maps and sets that are made whole, read, and replaced whole: nobody changes them in place. */
export function setOf<T>(items: Iterable<T> = []): ReadonlySet<T> {
  return new Set(items);
}

export function mapOf<K, V>(entries: Iterable<readonly [K, V]> = []): ReadonlyMap<K, V> {
  return new Map(entries);
}
