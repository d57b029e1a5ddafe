/** Three digits at a time, without the data of a whole language, which takes 20 ms to read in the first picture. */
export function grouped(n: number, mark: ',' | '.'): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, mark);
}
