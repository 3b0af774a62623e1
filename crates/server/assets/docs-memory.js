// The page has no origin, so the browser refuses it cookies and storage. The reference expects
// storage: it gets one that lives in this page's memory, and a key in it is gone with the page.
(() => {
  const inMemory = () => {
    const kept = new Map();
    return {
      get length() { return kept.size; },
      key: (index) => [...kept.keys()][index] ?? null,
      getItem: (name) => kept.get(String(name)) ?? null,
      setItem: (name, value) => { kept.set(String(name), String(value)); },
      removeItem: (name) => { kept.delete(String(name)); },
      clear: () => { kept.clear(); },
    };
  };
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { value: inMemory(), configurable: false });
  }
})();
