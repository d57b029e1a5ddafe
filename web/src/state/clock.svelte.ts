/** The time as the page shows it: ticks every half minute, so that "2m" grows by itself. */
export class Clock {
  now = $state(Date.now());

  run(): () => void {
    const timer = setInterval(() => {
      this.now = Date.now();
    }, 30_000);
    return () => {
      clearInterval(timer);
    };
  }
}
