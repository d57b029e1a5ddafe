/** The time as the page shows it: moves once in half a minute, so that "2m" grows without anybody asking. */
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
