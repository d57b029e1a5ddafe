import type { Pane } from './layout';
import type { Box } from './rooms';

/** A pane as it is drawn. */
export interface ShownPane extends Pane {
  index: number;
  /** The same for as long as the pane is there. */
  key: number;
  number: number;
  box: Box;
  focused: boolean;
}
