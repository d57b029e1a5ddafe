/** A notification as it was shown. */
export interface Shown {
  title: string;
  body: string;
  tag: string;
  actions: string[];
}

export interface Kept extends Shown {
  data: unknown;
}

/** What keeps notifications: a page or its worker. */
export interface Keeping {
  notifications?: Map<string, Kept>;
}

/**
 * Runs in a page or its worker: from then on, what the browser has shown is kept by its tag, the newest last. Not
 * `getNotifications`: if a test calls it while a notification is being shown, Chromium drops that notification.
 */
export function keepNotifications(): void {
  const scope = globalThis as Keeping;
  if (scope.notifications) return;
  const kept = (scope.notifications = new Map<string, Kept>());
  const proto = ServiceWorkerRegistration.prototype;
  const show = Reflect.get(proto, 'showNotification') as ServiceWorkerRegistration['showNotification'];
  proto.showNotification = async function (title, options = {}) {
    await show.call(this, title, options);
    const { body = '', tag = title, data } = options;
    const { actions = [] } = options as { actions?: { title: string }[] };
    kept.delete(tag);
    kept.set(tag, {
      title,
      body,
      tag,
      actions: actions.map((one) => one.title),
      data: structuredClone(data) as unknown,
    });
  };
}
