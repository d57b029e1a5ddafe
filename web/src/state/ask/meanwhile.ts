interface Named {
  id: string;
}

/** What is heard while requests are on their way: it is newer than their answers. */
export class Meanwhile<One extends Named> {
  readonly #running = new Set<Map<string, One>>();

  /** To be called with a request; the returned deed tells its answer, with what was heard since. */
  begin(): (answer: readonly One[]) => One[] {
    const heard = new Map<string, One>();
    this.#running.add(heard);
    return (answer) => {
      this.#running.delete(heard);
      return [...new Map([...answer.map((one) => [one.id, one] as const), ...heard]).values()];
    };
  }

  hear(one: One): void {
    for (const heard of this.#running) heard.set(one.id, one);
  }
}
