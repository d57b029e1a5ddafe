export interface Question {
  title: string;
  why: string;
  yes: string;
  answer: (yes: boolean) => void;
}

/** Confirmations before something irreversible: one question at a time. */
export class Questions {
  open = $state.raw<Question>();

  /** Asks; answered with no when another question replaces it. */
  ask(words: Omit<Question, 'answer'>): Promise<boolean> {
    this.open?.answer(false);
    return new Promise((resolve) => {
      const answer = (yes: boolean): void => {
        this.open = undefined;
        resolve(yes);
      };
      this.open = { ...words, answer };
    });
  }
}
