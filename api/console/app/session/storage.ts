/**
 * The storage of the tab (`tabStorage`) and of the browser (`browserStorage`). A browser can forbid
 * them, and they can be full: then what is kept is lost when the page is loaded again.
 */
export const tabStorage = storageOf(() => sessionStorage);
export const browserStorage = storageOf(() => localStorage);

function storageOf(open: () => Storage) {
  /** What could not be stored. */
  const unstored = new Map<string, string>();
  const use = <T>(how: (storage: Storage) => T, otherwise: T): T => {
    try {
      return how(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (name: string): string | null =>
      unstored.get(name) ?? use((storage) => storage.getItem(name), null),
    set(name: string, value: string): void {
      unstored.delete(name);
      const isStored = use((storage) => {
        storage.setItem(name, value);
        return true;
      }, false);
      if (!isStored) unstored.set(name, value);
    },
    remove(name: string): void {
      unstored.delete(name);
      use((storage) => storage.removeItem(name), undefined);
    },
    clear(): void {
      unstored.clear();
      use((storage) => storage.clear(), undefined);
    },
  };
}
