/** Shows a notification, where the browser lets a page do so: on phones only a service worker may, and others throw. */
export function sendNotification(
  title: string,
  options: NotificationOptions,
  show: (title: string, options: NotificationOptions) => unknown = showInBrowser,
): void {
  try {
    show(title, options);
  } catch {
    // The request stands in the inbox all the same, and the news must reach the other listeners.
  }
}

const showInBrowser = (title: string, options: NotificationOptions) => new Notification(title, options);
