import type { SearchHit } from '../../protocol/search';

/** Brings a turn into sight, at its hit where one can be seen: what hides it is unfolded, and it gets the ring. */
export function reveal(scroller: HTMLElement, turn: number, hit: SearchHit | undefined): void {
  for (const mark of scroller.querySelectorAll('mark.is-here')) mark.classList.remove('is-here');
  // Another pane may show a turn of the same number.
  const article = scroller.querySelector(`#turn-${String(turn)}`);
  if (!article) return;
  const mark = markOf([...article.querySelectorAll('mark')], hit);
  if (!mark) {
    article.scrollIntoView({ block: article.clientHeight > scroller.clientHeight ? 'start' : 'center' });
    return;
  }
  for (let at = mark.parentElement; at && at !== article; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  mark.classList.add('is-here');
  mark.scrollIntoView({ block: 'center', inline: 'nearest' });
}

/** The mark that the hit is about: the first of those that hold most of its words. */
function markOf(marks: HTMLElement[], hit: SearchHit | undefined): HTMLElement | undefined {
  const wanted = (hit?.ranges ?? []).flatMap(([from = 0, to = 0]) =>
    (hit?.snippet.slice(from, to) ?? '').toLowerCase().split(/\s+/),
  );
  const holds = (mark: HTMLElement) => {
    const text = (mark.textContent ?? '').toLowerCase();
    return wanted.filter((word) => text.includes(word)).length;
  };
  const most = Math.max(0, ...marks.map(holds));
  return marks.find((mark) => holds(mark) === most);
}
