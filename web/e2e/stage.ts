import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closePages, launch } from './browser.ts';
import { Service } from './service.ts';

/** What the tests of a file play on: a service of their own and a browser, from the first test to behind the last. */
export interface Stage {
  readonly service: Service;
  readonly browser: Browser;
}

/** What a test leaves open is closed behind it. `furnish` as for the service. */
export function setStage(furnish: (home: string) => Record<string, string>): Stage {
  let browser: Browser;
  let service: Service;
  beforeAll(async () => {
    browser = await launch();
    service = await Service.start({}, furnish);
  });
  afterEach(() => closePages(browser));
  afterAll(async () => {
    await browser.close();
    await service.end();
  });
  return {
    get service() {
      return service;
    },
    get browser() {
      return browser;
    },
  };
}
