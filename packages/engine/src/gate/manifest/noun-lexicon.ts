import { stem } from './split-words.ts';

const FAMILIES: Readonly<Record<string, string>> = {
  message: `email mail message dm sms text letter tweet post reply chat inbox comment notification correspondence newsletter
    thread memo announcement invitation メール メッセージ 返信 投稿 連絡 通知 返事`,
  money: `money pay payment fund bill invoice transaction cash dollar euro yen rent refund subscription fee debt salary
    transfer deposit iban wage balance tip donation price cost purchase 支払 支払い 送金 振込 請求 請求書 代金 料金 家賃 返金 お金 金額 円`,
  calendar: `event meeting appointment calendar reminder remind lunch dinner breakfast call invite session interview conference
    workshop 予定 会議 打ち合わせ 約束 カレンダー ミーティング イベント`,
  file: `file document doc folder directory report spreadsheet pdf attachment drive item 文書 ファイル 書類 資料 フォルダ`,
  note: `note notebook memo ノート メモ`,
  person: `user member contact guest friend person profile participant attendee colleague people ユーザー メンバー 参加者 連絡先 友人`,
  info: `info information detail profile address data street city residence 情報 住所 データ`,
  booking: `reservation booking trip travel vacation journey itinerary 予約 旅行`,
  hotel: `hotel room stay accommodation hostel ホテル 宿`,
  flight: `flight airline seat plane ticket passenger baggage luggage 航空券 便`,
  restaurant: `restaurant table dinner lunch cafe レストラン`,
  rental: `rental car`,
  order: `order item product shopping grocery 買い物 cart shipment delivery package purchase parcel 注文 商品 荷物 配送`,
  stock: `stock share order trade symbol crypto coin bitcoin holding portfolio watchlist 株 株式`,
  device: `door lock light lamp thermostat heating heater temperature degree device camera engine car vehicle window alarm speaker ドア 鍵 照明 エアコン 車`,
  credential: `password passcode 2fa token secret pin credential authentication login パスワード 暗証番号 認証`,
  task: `task todo ticket issue reminder remind タスク 課題 チケット`,
  web: `webpage website url link page site article blog web ページ サイト 記事 リンク ウェブ`,
  channel: `channel group room workspace slack チャンネル グループ`,
  permission: `permission access role privilege right policy 権限 アクセス`,
  code: `repository repo branch code pull commit issue command script terminal shell コード リポジトリ コマンド`,
};

/** A text about a hotel is about a booking, but a text about a booking is not about a hotel. */
const BROADER: ReadonlyMap<string, string> = new Map([
  ['hotel', 'booking'],
  ['flight', 'booking'],
  ['restaurant', 'booking'],
  ['rental', 'booking'],
]);

const FAMILIES_OF_NOUN: ReadonlyMap<string, readonly string[]> = indexFamilies();

/** Returns the families of a noun of a tool, so that "rent" matches "transaction" and "lunch" matches "event". */
export function familiesOfNoun(word: string): readonly string[] {
  return FAMILIES_OF_NOUN.get(word) ?? [];
}

/** Returns the families that a noun in a user's text refers to: its own and the broader ones. */
export function relatedFamilies(word: string): readonly string[] {
  return familiesOfNoun(word).flatMap((family) => {
    const broader = BROADER.get(family);
    return broader === undefined ? [family] : [family, broader];
  });
}

/** Returns the Japanese nouns of the lexicon. Japanese has no spaces, so a text is searched for each of them. */
export function japaneseNouns(): readonly string[] {
  return [...FAMILIES_OF_NOUN.keys()].filter((word) => /\P{ASCII}/u.test(word));
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
