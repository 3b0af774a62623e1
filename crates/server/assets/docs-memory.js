// The page has no origin, so the browser blocks cookies and storage. The API reference expects
// storage, so it gets an in-memory version that ends with the page, including any key in it.
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
