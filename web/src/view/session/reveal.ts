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

/** The mark that the hit is about: where the marks follow each other as in its snippet, else the first one. */
function markOf(marks: HTMLElement[], hit: SearchHit | undefined): HTMLElement | undefined {
  const wanted = (hit?.ranges ?? []).flatMap(([from = 0, to = 0]) =>
    (hit?.snippet.slice(from, to) ?? '').toLowerCase().split(/\s+/),
  );
  const texts = marks.map((mark) => (mark.textContent ?? '').toLowerCase());
  const follow = (length: number) =>
    marks.find((_, at) => wanted.slice(0, length).every((word, step) => texts[at + step]?.includes(word)));
  return (wanted.length > 0 && (follow(wanted.length) ?? follow(1))) || marks[0];
}
