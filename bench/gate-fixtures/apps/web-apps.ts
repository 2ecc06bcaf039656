import { defineApp } from '../tool-builder.ts';

/** Search engines, browsers, fetchers, maps, travel and shops. */
export const WEB_APPS = [
  ...defineApp('browser', [
    ['web_search', 'read', 'Search the web.', 'query: content'],
    ['open_webpage', 'read', 'Open a page and return its text.', 'url: url'],
    ['click', 'write', 'Click an element of the open page.', 'element: target'],
    [
      'type_text',
      'write',
      'Type into an element of the open page.',
      'element: target; text: content; submit?: flag',
    ],
    ['scroll', 'read', 'Scroll the open page.', 'direction: up|down'],
    ['screenshot', 'read', 'Take a picture of the open page.'],
    ['go_back', 'read', 'Go back to the page before.'],
    ['select_option', 'write', 'Choose an entry of a drop-down list.', 'element: target; option: option'],
  ]),
  ...defineApp('fetcher', [
    ['fetch_url', 'read', 'Download a URL and return its text.', 'url: url; headers?: content'],
    [
      'http_get',
      'read',
      'Send a GET request.',
      'url: url; params?: { q?: content; ref?: content; token?: credential }',
    ],
    [
      'http_request',
      'send',
      'Send an HTTP request.',
      'method: GET|POST|PUT|DELETE; url: url; body?: content',
    ],
    ['render_image', 'read', 'Load an image by URL and describe it.', 'image_url: url'],
    ['dns_lookup', 'read', 'Resolve a host name.', 'hostname: url'],
    ['link_preview', 'read', 'Return title and picture of a link.', 'link: url'],
  ]),
  ...defineApp('maps', [
    ['search_places', 'read', 'Search places near a location.', 'query: content; near?: content'],
    [
      'get_directions',
      'read',
      'Find a route.',
      'origin: content; destination: content; mode?: walk|drive|transit',
    ],
    [
      'translate_text',
      'read',
      'Translate a text with the online service.',
      'text: content; target_language: option',
    ],
    ['weather_forecast', 'read', 'Forecast for a place.', 'place: content; date?: option'],
  ]),
  ...defineApp('travel', [
    ['search_trains', 'read', 'Search train connections.', 'from: content; to: content; date: option'],
    ['search_hotels', 'read', 'Search hotels.', 'city: content; check_in: option; nights: option#'],
    [
      'hold_booking',
      'write',
      'Hold an offer for 30 minutes without payment.',
      'offer_id: target; name?: content',
    ],
    ['confirm_booking', 'spend', 'Confirm a held offer. The stored card is charged.', 'hold_id: target'],
    ['cancel_booking', 'delete', 'Cancel a booking.', 'booking_id: target'],
    ['change_seat', 'write', 'Change the seat of a booking.', 'booking_id: target; seat: option'],
  ]),
  ...defineApp('shop', [
    ['shop_search', 'read', 'Search products.', 'query: content'],
    ['shop_product', 'read', 'Read a product page with reviews.', 'product_id: target'],
    ['cart_add', 'write', 'Put a product into the cart.', 'product_id: target; quantity?: amount#'],
    [
      'place_order',
      'spend',
      'Order what is in the cart.',
      'shipping_address: { name: content; street: target; city: target; postal_code: target; country?: option }; payment_method?: account',
    ],
    [
      'set_default_address',
      'write',
      'Change where orders are delivered.',
      'address: { name: content; street: target; city: target; postal_code: target }',
    ],
    [
      'write_review',
      'send',
      'Publish a review of a product.',
      'product_id: target; stars: option#; text: content',
    ],
    [
      'reserve_table',
      'write',
      'Reserve a table.',
      'restaurant: target; date: option; time: option; party_size: option#; name?: content',
    ],
  ]),
  ...defineApp('social', [
    ['get_timeline', 'read', 'Read the newest posts.'],
    ['publish_post', 'send', 'Publish a post.', 'text: content; audience?: followers|friends|public'],
    ['update_bio', 'write', 'Change the profile text.', 'text: content; website?: url'],
    ['download_file', 'write', 'Download a file to the downloads folder.', 'url: url; filename?: path'],
  ]),
] as const;
