import { keep, kept } from './storage';

const sizes = { least: 9, usual: 13, most: 28 };

/** How this browser shows terminals and the frame around them; stored here, because screens differ. */
export class Appearance {
  fontSize = $state(bounded(Number(kept('font-size') ?? sizes.usual)));
  fontFamily = $state(kept('font-family') ?? '');
  screenReader = $state(kept('screen-reader') === '1');
  copyOnSelect = $state(kept('copy-on-select') !== '0');
  /** Off: Ctrl+V is typed into the program. */
  ctrlVPastes = $state(kept('ctrl-v-pastes') !== '0');
  /** The letters that reach programs together with Alt, although the page could use them. */
  altGiven = $state(kept('alt-given') ?? '');
  /** Before several lines are pasted into a program that runs each as it comes. */
  asksAboutLines = $state(kept('asks-about-lines') !== '0');
  listWidth = $state(Number(kept('list-width') ?? 440));
  listShown = $state(kept('list') !== '0');
  detailsShown = $state(kept('details') === '1');
  /** What a session used, in its head. */
  usageInHead = $state(kept('usage-in-head') === '1');

  resizeText(by: number): void {
    this.setFontSize(this.fontSize + by);
  }

  setFontSize(size: number): void {
    this.fontSize = bounded(size);
    keep('font-size', String(this.fontSize));
  }

  setFontFamily(family: string): void {
    this.fontFamily = family;
    keep('font-family', family || null);
  }

  setScreenReader(on: boolean): void {
    this.screenReader = on;
    keep('screen-reader', on ? '1' : null);
  }

  setCopyOnSelect(on: boolean): void {
    this.copyOnSelect = on;
    keep('copy-on-select', on ? null : '0');
  }

  setCtrlVPastes(on: boolean): void {
    this.ctrlVPastes = on;
    keep('ctrl-v-pastes', on ? null : '0');
  }

  giveAlt(letter: string, given: boolean): void {
    this.altGiven = this.altGiven.replaceAll(letter, '') + (given ? letter : '');
    keep('alt-given', this.altGiven || null);
  }

  setAsksAboutLines(on: boolean): void {
    this.asksAboutLines = on;
    keep('asks-about-lines', on ? null : '0');
  }

  setListWidth(width: number): void {
    this.listWidth = Math.round(Math.min(Math.max(width, 260), 560));
    keep('list-width', String(this.listWidth));
  }

  showList(shown: boolean): void {
    this.listShown = shown;
    keep('list', shown ? null : '0');
  }

  showUsageInHead(shown: boolean): void {
    this.usageInHead = shown;
    keep('usage-in-head', shown ? '1' : null);
  }

  showDetails(shown: boolean): void {
    this.detailsShown = shown;
    keep('details', shown ? '1' : null);
  }
}

function bounded(size: number): number {
  return Number.isFinite(size) ? Math.min(Math.max(Math.round(size), sizes.least), sizes.most) : sizes.usual;
}
