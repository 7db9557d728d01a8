// Words of Hindi in its own letters, written with English ones as chats do, so that the sayings of hindi.ts fit both.

/** Each with the ways in which people write it. What begins with one that ends in * is meant as well. */
const WORDS: readonly (readonly [latin: string, written: string])[] = [
  ['watchlist', 'वॉचलिस्ट वाचलिस्ट'],
  ['alert', 'अलर्ट'],
  ['class', 'क्लास कक्षा'],
  ['agla', 'अगला अगली'],
  ['mera', 'मेरा'],
  ['mere', 'मेरे'],
  ['meri', 'मेरी'],
  ['mujhe', 'मुझे'],
  ['maine', 'मैंने मैने'],
  ['main', 'मैं'],
  ['mein', 'में'],
  ['pas', 'पास'],
  ['kya', 'क्या'],
  ['kaise', 'कैसे'],
  ['kaisa', 'कैसा कैसी'],
  ['kyu', 'क्यों क्यूं क्यू'],
  ['kitna', 'कितना कितनी कितने'],
  ['kaun', 'कौन'],
  ['kaunsa', 'कौनसा कौनसे कौनसी'],
  ['sa', 'सा से सी'],
  ['kis', 'किस'],
  ['kisme', 'किसमें किसमे'],
  ['kab', 'कब'],
  ['kahan', 'कहां कहा'],
  ['hai', 'है हैं'],
  ['hota', 'होता होती होते'],
  ['hua', 'हुआ हुई हुए'],
  ['ho', 'हो'],
  ['hone', 'होने'],
  ['gaya', 'गया गई गए गये'],
  ['jaye', 'जाए जाये जाएगा जाय'],
  ['to', 'तो'],
  ['na', 'ना न नहीं'],
  ['agar', 'अगर यदि'],
  ['par', 'पर पे'],
  ['tak', 'तक'],
  ['ka', 'का'],
  ['ke', 'के'],
  ['ki', 'की'],
  ['aaj', 'आज'],
  ['kal', 'कल'],
  ['is', 'इस'],
  ['pichle', 'पिछले पिछला'],
  ['mahine', 'महीने महीना'],
  ['hafte', 'हफ्ते सप्ताह'],
  ['sabse', 'सबसे'],
  ['zyada', 'ज्यादा'],
  ['bada', 'बड़ा बड़ी'],
  ['kam', 'कम'],
  ['accha', 'अच्छा अच्छी'],
  ['bina', 'बिना'],
  ['matlab', 'मतलब अर्थ'],
  ['chahiye', 'चाहिए चाहिये'],
  ['sakta', 'सकता सकती सकते'],
  ['dikhao', 'दिखाओ दिखाएं दिखाइए'],
  ['batao', 'बताओ बताएं बताइए'],
  ['lena', 'लेना लेने लूं लू'],
  ['kharid', 'खरीद*'],
  ['bech', 'बेच*'],
  ['gir', 'गिर*'],
  ['badh', 'बढ़*'],
  ['nikal', 'निकाल*'],
  ['badl', 'बदल*'],
  ['aayenge', 'आएंगे आयेंगे'],
  ['milenge', 'मिलेंगे मिलेगा'],
  ['kamaya', 'कमाया कमाई'],
  ['diya', 'दिया दिए'],
  ['profit', 'प्रॉफिट प्रोफिट लाभ'],
  ['munafa', 'मुनाफा'],
  ['fayda', 'फायदा'],
  ['nuksan', 'नुकसान नुक्सान'],
  ['ghata', 'घाटा'],
  ['loss', 'लॉस'],
  ['paisa', 'पैसा पैसे'],
  ['rupaye', 'रुपये रुपए रूपये'],
  ['percent', 'प्रतिशत परसेंट'],
  ['balance', 'बैलेंस बैलेन्स'],
  ['bhav', 'भाव दाम कीमत'],
  ['price', 'प्राइस'],
  ['average', 'औसत एवरेज'],
  ['share', 'शेयर'],
  ['shares', 'शेयरों शेयर्स'],
  ['stock', 'स्टॉक'],
  ['portfolio', 'पोर्टफोलियो'],
  ['order', 'ऑर्डर आर्डर'],
  ['reject', 'रिजेक्ट'],
  ['pending', 'पेंडिंग'],
  ['cancel', 'कैंसिल कैंसल'],
  ['stop', 'स्टॉप'],
  ['limit', 'लिमिट'],
  ['market', 'मार्केट बाजार'],
  ['margin', 'मार्जिन'],
  ['brokerage', 'ब्रोकरेज'],
  ['charges', 'चार्ज चार्जेस शुल्क'],
  ['break', 'ब्रेक'],
  ['even', 'ईवन इवन'],
  ['trade', 'ट्रेड'],
  ['dividend', 'डिविडेंड लाभांश'],
  ['bonus', 'बोनस'],
  ['split', 'स्प्लिट'],
  ['intraday', 'इंट्राडे'],
  ['index', 'इंडेक्स'],
  ['dusre', 'दूसर*'],
  ['kisi', 'किसी'],
  ['uska', 'उसका उसकी उसके'],
  ['user', 'यूजर'],
];

const exact = new Map<string, string>();
const begun: (readonly [string, string])[] = [];
for (const [latin, written] of WORDS)
  for (const word of written.split(' '))
    if (word.endsWith('*')) begun.push([plain(word.slice(0, -1)), latin]);
    else exact.set(plain(word), latin);

/** Without the dot below, which many leave out, and with one sign for both ways to write a nasal. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll('\u093c', '').replaceAll('\u0901', '\u0902');
}

/** The text with the words that are known in English letters, and with Devanagari's figures as 0 to 9. All else stays. */
export function romanised(text: string): string {
  if (!/[\u0900-\u097f]/.test(text)) return text;
  return text
    .replace(/[\u0966-\u096f]/g, (figure) => String(figure.charCodeAt(0) - 0x966))
    .replace(/[\u0964\u0965]/g, '.')
    .replace(/[\u0900-\u097f]+/g, (word) => {
      const one = plain(word);
      return exact.get(one) ?? begun.find(([start]) => one.startsWith(start))?.[1] ?? word;
    });
}
