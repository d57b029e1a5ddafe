/** This browser's own storage. If it is refused, nothing is kept and nothing breaks. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`svc.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`svc.${name}`);
    else localStorage.setItem(`svc.${name}`, value);
  } catch {
    // Refused or full: the choice holds until the page is closed.
  }
}
