import type { FromClient, Role } from '../../protocol/terminal';
import type { Screen } from './screen';

/** Who types, and how large the program draws: the writer's screen decides, everybody else's follows. */
export class WriterRole {
  role = $state<Role>('viewer');
  holder = $state<string | null>(null);
  /** Somebody else took the keyboard from this tab; shown once, until it is read. */
  takenOver = $state(false);
  size = $state.raw({ cols: 80, rows: 24 });
  readonly #screen: Pick<Screen, 'wanted' | 'resize' | 'setWriter'>;
  readonly #tell: (frame: FromClient) => void;

  constructor(screen: Pick<Screen, 'wanted' | 'resize' | 'setWriter'>, tell: (frame: FromClient) => void) {
    this.#screen = screen;
    this.#tell = tell;
  }

  become(role: Role, holder: string | null): void {
    this.role = role;
    this.holder = holder;
    this.#screen.setWriter(role === 'writer');
    if (role !== 'writer') return;
    const { cols, rows } = this.#screen.wanted();
    this.fitted(cols, rows);
  }

  /** The role moved to another viewer while this tab watched. */
  handed(role: Role, holder: string | null): void {
    this.takenOver = this.role === 'writer' && role === 'viewer';
    this.become(role, holder);
  }

  /** The program draws at another size. */
  sized(cols: number, rows: number): void {
    this.size = { cols, rows };
    if (this.role === 'viewer') this.#screen.resize(cols, rows);
  }

  /** How much room the screen's place has. */
  fitted(cols: number, rows: number): void {
    if (this.role !== 'writer') return;
    this.#screen.resize(cols, rows);
    if (cols === this.size.cols && rows === this.size.rows) return;
    this.size = { cols, rows };
    this.#tell({ t: 'resize', cols, rows });
  }

  takeOver(): void {
    this.#tell({ t: 'takeover' });
  }

  /** Nudges the program into drawing its whole screen again: one row less, then the old size. */
  repaint(): void {
    const { cols, rows } = this.size;
    if (this.role !== 'writer' || rows < 3) return;
    this.#tell({ t: 'resize', cols, rows: rows - 1 });
    setTimeout(() => {
      this.#tell({ t: 'resize', cols, rows });
    }, 60);
  }
}
