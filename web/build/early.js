// What cannot wait for the page's own script.
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

  // What the page asks for first; a list that is narrowed by the address is another one.
  var asked = ['/api/config'];
  if (!location.search) {
    var zone = new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
    asked.push('/api/sessions?offset=0&limit=100&zone=' + encodeURIComponent(zone));
  }
  asked.forEach(function (address) {
    var link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'anonymous';
    link.href = address;
    document.head.append(link);
  });
})();
