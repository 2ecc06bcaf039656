import { foreignFamilies } from '../languages/read-requests.ts';
import type { NounFamily } from '../languages/request-language.ts';
import { stem } from './split-words.ts';

const FAMILIES: Readonly<Record<NounFamily, string>> = {
  message: `email mail message dm sms text letter tweet post reply chat inbox comment notification correspondence newsletter
    thread memo announcement invitation invite`,
  money: `money pay payment fund bill invoice transaction cash dollar euro yen rent refund subscription fee debt salary
    transfer deposit iban wage balance tip donation price cost purchase`,
  calendar: `event meeting appointment calendar reminder remind lunch dinner breakfast call invite session interview conference
    workshop room slot schedule`,
  file: `file document doc folder directory report spreadsheet pdf attachment drive item`,
  note: `note notebook memo`,
  person: `user member contact guest friend person profile participant attendee colleague people`,
  info: `info information detail profile address data street city residence`,
  booking: `reservation booking trip travel vacation journey itinerary train ticket offer`,
  hotel: `hotel room stay accommodation hostel`,
  flight: `flight airline seat plane ticket passenger baggage luggage`,
  restaurant: `restaurant table dinner lunch cafe`,
  rental: `rental car`,
  order: `order item product shopping grocery cart shipment delivery package purchase parcel`,
  stock: `stock share order trade symbol crypto coin bitcoin holding portfolio watchlist`,
  entry: `door lock gate garage alarm window entrance car vehicle engine`,
  device: `light lamp thermostat heating heater temperature degree device camera engine car vehicle speaker`,
  credential: `password passcode 2fa token secret pin credential authentication login`,
  task: `task todo ticket issue reminder remind`,
  web: `webpage website url link page site article blog web`,
  channel: `channel group room workspace slack`,
  permission: `permission access role privilege right policy`,
  code: `repository repo branch code pull pr commit issue command script terminal shell test bug function parser build changelog
    lint diff compiler module patch refactor release git`,
  leave: `leave vacation holiday absence`,
  expense: `expense receipt claim reimbursement`,
  sheet: `sheet spreadsheet row cell column`,
  support: `ticket case customer complaint inquiry queue`,
  subscription: `subscription plan membership`,
  record: `record crm deal lead activity company customer`,
  service: `service deployment server instance`,
};

/** A text about a hotel is about a booking, but a text about a booking is not about a hotel. */
const BROADER: ReadonlyMap<string, string> = new Map([
  ['hotel', 'booking'],
  ['flight', 'booking'],
  ['restaurant', 'booking'],
  ['rental', 'booking'],
  // Code is kept in files.
  ['code', 'file'],
]);

const FAMILIES_OF_NOUN: ReadonlyMap<string, readonly string[]> = indexFamilies();

/** Returns the families of a noun of a tool, so that "rent" matches "transaction" and "lunch" matches "event". */
export function familiesOfNoun(word: string): readonly string[] {
  return FAMILIES_OF_NOUN.get(word) ?? [];
}

/** Returns the families that a noun in a user's text refers to: its own and the broader ones. */
export function relatedFamilies(word: string): readonly string[] {
  return withBroader(familiesOfNoun(word));
}

/** Returns the families that a user's text in another language than English refers to. */
export function relatedForeignFamilies(text: string): readonly string[] {
  return withBroader([...foreignFamilies(text)]);
}

function withBroader(families: readonly string[]): readonly string[] {
  return families.flatMap((family) => {
    const broader = BROADER.get(family);
    return broader === undefined ? [family] : [family, broader];
  });
}

function indexFamilies(): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const [family, nouns] of Object.entries(FAMILIES)) {
    for (const noun of nouns.split(/\s+/)) {
      const key = stem(noun);
      const families = index.get(key);
      if (families === undefined) index.set(key, [family]);
      else families.push(family);
    }
  }
  return index;
}
