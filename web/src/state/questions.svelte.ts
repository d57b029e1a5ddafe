export interface Question {
  title: string;
  why: string;
  yes: string;
  answer: (yes: boolean) => void;
}

/** What a person is asked before something is done that cannot be taken back: one question at a time. */
export class Questions {
  open = $state.raw<Question>();

  /** Puts a question; answered with no when another one takes its place. */
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
