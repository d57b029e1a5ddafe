/** The browser's caches, in memory. */
export function memoryCaches(): Pick<CacheStorage, 'open' | 'delete'> {
  const stores = new Map<string, Map<string, Response>>();
  return {
    open: (name) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      const cache = {
        match: (key: string) => Promise.resolve(store.get(key)?.clone()),
        put: (key: string, answer: Response) => Promise.resolve(void store.set(key, answer)),
      };
      return Promise.resolve(cache as unknown as Cache);
    },
    delete: (name) => Promise.resolve(stores.delete(name)),
  };
}
