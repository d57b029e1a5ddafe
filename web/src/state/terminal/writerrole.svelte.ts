import type { FromClient, Role } from '../../protocol/terminal';
import type { Screen } from './screen';

/** A size, and whether a program outside svc decides it. */
export interface Drawn {
  cols: number;
  rows: number;
  fixed?: boolean;
}

/**
 * Who types, and how large the program draws: the writer's screen decides, everybody else's follows. Where a program
 * outside svc is looked at elsewhere too, that decides, and every screen here follows.
 */
export class WriterRole {
  role = $state<Role>('viewer');
  holder = $state<string | null>(null);
  /** Somebody else took the keyboard from this tab; shown once, until it is read. */
  takenOver = $state(false);
  size = $state.raw({ cols: 80, rows: 24 });
  #fixed = false;
  readonly #screen: Pick<Screen, 'wanted' | 'resize' | 'setDecides'>;
  readonly #tell: (frame: FromClient) => void;

  constructor(screen: Pick<Screen, 'wanted' | 'resize' | 'setDecides'>, tell: (frame: FromClient) => void) {
    this.#screen = screen;
    this.#tell = tell;
  }

  /** What a terminal that was just opened says. */
  begins({ cols, rows, fixed }: Drawn): void {
    this.size = { cols, rows };
    this.#fixed = fixed ?? false;
  }

  become(role: Role, holder: string | null): void {
    this.role = role;
    this.holder = holder;
    this.#fit();
  }

  get #decides(): boolean {
    return this.role === 'writer' && !this.#fixed;
  }

  #fit(): void {
    this.#screen.setDecides(this.#decides);
    if (!this.#decides) return;
    const { cols, rows } = this.#screen.wanted();
    this.fitted(cols, rows);
  }

  /** The role moved to another viewer while this tab watched. */
  handed(role: Role, holder: string | null): void {
    this.takenOver = this.role === 'writer' && role === 'viewer';
    this.become(role, holder);
  }

  /** The program draws at another size, or somebody else decides it. */
  sized({ cols, rows, fixed = false }: Drawn): void {
    const other = fixed !== this.#fixed;
    this.begins({ cols, rows, fixed });
    if (!this.#decides) this.#screen.resize(cols, rows);
    if (other) this.#fit();
  }

  /** How much room the screen's place has. */
  fitted(cols: number, rows: number): void {
    if (!this.#decides) return;
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
