/** Browser notifications, with permission, and only while the page is not looked at. */
export class Notices {
  state = $state<'on' | 'off' | 'denied' | 'absent'>(current());
  readonly #open: (sid: string) => void;

  constructor(open: (sid: string) => void) {
    this.#open = open;
  }

  async ask(): Promise<void> {
    if (this.state === 'absent') return;
    await Notification.requestPermission();
    this.state = current();
  }

  waiting(sid: string, title: string, body: string): void {
    if (this.state !== 'on' || !document.hidden) return;
    const notice = new Notification(title, { body, tag: sid, icon: '/icon.svg' });
    notice.onclick = () => {
      window.focus();
      this.#open(sid);
      notice.close();
    };
  }
}

function current(): 'on' | 'off' | 'denied' | 'absent' {
  if (typeof Notification === 'undefined') return 'absent';
  if (Notification.permission === 'granted') return 'on';
  return Notification.permission === 'denied' ? 'denied' : 'off';
}
