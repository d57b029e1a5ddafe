/** What a finger's way over the terminal becomes: the turning of a wheel, which the emulator understands in every mode. */
type Turn = (pixels: number, at: Touch) => void;

/** Less than this is a tap that trembled. */
const threshold = 6;

/** Lets fingers scroll: two always, one where nothing else would be done with it. */
export function scrollByTouch(place: HTMLElement, turn: Turn = wheel(place)): void {
  let last: number | undefined;
  let moving = false;
  const begin = (event: TouchEvent) => {
    last = middle(event.touches);
    moving = event.touches.length > 1;
  };
  const move = (event: TouchEvent) => {
    const [now, finger] = [middle(event.touches), event.touches[0]];
    if (last === undefined || now === undefined || !finger) return;
    moving ||= Math.abs(last - now) > threshold;
    if (!moving) return;
    event.preventDefault();
    turn(last - now, finger);
    last = now;
  };
  const end = (event: TouchEvent) => {
    if (moving && event.cancelable) event.preventDefault(); // else the browser makes a click of it
    last = middle(event.touches);
    moving = event.touches.length > 0 && moving;
  };
  place.addEventListener('touchstart', begin, { passive: true });
  place.addEventListener('touchmove', move, { passive: false });
  place.addEventListener('touchend', end);
  place.addEventListener('touchcancel', end);
}

function middle(touches: TouchList): number | undefined {
  const all = [...touches];
  return all.length === 0 ? undefined : all.reduce((sum, { clientY }) => sum + clientY, 0) / all.length;
}

function wheel(place: HTMLElement): Turn {
  return (deltaY, { clientX, clientY }) => {
    const target = place.querySelector('.xterm-screen') ?? place;
    target.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true }));
  };
}
