/**
 * Shows a notification where the browser allows it. On phones only service workers may show one, and the constructor
 * throws.
 */
export function sendNotification(
  title: string,
  options: NotificationOptions,
  show: (title: string, options: NotificationOptions) => unknown = showInBrowser,
): void {
  try {
    show(title, options);
  } catch {
    // The request is in the inbox in any case, and the error must not stop the other listeners.
  }
}

const showInBrowser = (title: string, options: NotificationOptions) => new Notification(title, options);
