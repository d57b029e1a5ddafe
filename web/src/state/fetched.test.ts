import { expect, it } from 'vitest';
import { addressIn, fetched } from './fetched';

it('what comes is given on', async () => {
  expect(await fetched(() => Promise.resolve('a part'))).toBe('a part');
});

it('the file that did not come is named by its address, without what an earlier try added', () => {
  const said = 'Failed to fetch dynamically imported module: http://svc.local/assets/Home-1.js?again=7';
  expect(addressIn(new TypeError(said))).toBe('http://svc.local/assets/Home-1.js');
  expect(addressIn(new TypeError('Importing a module script failed.'))).toBeUndefined();
  expect(addressIn('no error at all')).toBeUndefined();
});

it('where nothing helps the service is out of reach', async () => {
  await expect(fetched(() => Promise.reject(new TypeError('it failed')))).rejects.toMatchObject({
    code: 'unreachable',
  });
});
