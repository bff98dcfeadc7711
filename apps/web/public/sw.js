// Shows notifications while no page of the site is open. It keeps nothing and answers no requests.
self.addEventListener('push', (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // What cannot be read is still announced: browsers demand a notification for each push.
  }
  const { title = 'Assay', body = '', link = '/news' } = said;
  const options = { body, icon: '/icon-192.png', tag: link, data: { link } };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const link = String(event.notification.data?.link ?? '/news');
  // Only to addresses of ours.
  const path = /^\/(?![/\\])/.test(link) ? link : '/news';
  event.waitUntil(self.clients.openWindow(path));
});
