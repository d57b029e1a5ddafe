/** This browser's own storage, or only this tab's. If it is refused, nothing is kept and nothing breaks. */
export function kept(name: string, inTab = false): string | null {
  try {
    return storage(inTab).getItem(`svc.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string | null, inTab = false): void {
  try {
    if (value === null) storage(inTab).removeItem(`svc.${name}`);
    else storage(inTab).setItem(`svc.${name}`, value);
  } catch {
    // Refused or full: the choice holds until the page is closed.
  }
}

/** A browser may refuse even to name it. */
function storage(inTab: boolean): Storage {
  return inTab ? sessionStorage : localStorage;
}
