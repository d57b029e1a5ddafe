import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closePages, launch } from './browser.ts';
import { Service } from './service.ts';

/** The stage of a file's tests: a service and a browser of their own, from before the first test until after the last. */
export interface Stage {
  readonly service: Service;
  readonly browser: Browser;
}

/** Pages that a test leaves open are closed after it. `furnish` as for the service. */
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
