(function () {
  var saved = '';
  try {
    saved = localStorage.getItem('svc.theme');
  } catch {
    // Storage may be refused; the system's theme holds then.
  }
  var known = saved === 'light' || saved === 'dark' || saved === 'contrast';
  var system = matchMedia('(prefers-contrast: more)').matches
    ? 'contrast'
    : matchMedia('(prefers-color-scheme: light)').matches
      ? 'light'
      : 'dark';
  document.documentElement.dataset.theme = known ? saved : system;
})();
