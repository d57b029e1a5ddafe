import { expect, it } from 'vitest';
import { typedPath } from './paste';

it('quotes a path only where a shell would take it apart', () => {
  expect(typedPath('/home/me/a.png')).toBe('/home/me/a.png ');
  expect(typedPath("/home/me/it's mine.png")).toBe("'/home/me/it'\\''s mine.png' ");
  expect(typedPath('/a$(rm)')).toBe("'/a$(rm)' ");
});
