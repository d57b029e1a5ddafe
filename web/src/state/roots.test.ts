import { describe, expect, it } from 'vitest';
import { rootOf } from './roots';

describe('the root in which a new folder is made', () => {
  it('is the one that the typed path lies in', () => {
    expect(rootOf('/work/shop/new', ['/home', '/work'])).toBe('/work');
    expect(rootOf('/work', ['/home', '/work/'])).toBe('/work/');
    expect(rootOf('C:\\work\\shop', ['C:\\home', 'C:\\work'])).toBe('C:\\work');
  });

  it('is not one whose name only begins alike', () => {
    expect(rootOf('/work-old/shop', ['/home', '/work'])).toBe('/home');
  });

  it('is the deepest where roots lie in each other', () => {
    expect(rootOf('/work/shop/new', ['/work', '/work/shop'])).toBe('/work/shop');
  });

  it('is none where no root can take a folder', () => {
    expect(rootOf('/work/shop', [])).toBeUndefined();
  });
});
