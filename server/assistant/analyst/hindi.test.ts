// Questions in Hindi with English letters are understood as the same ones in English are.
import { expect, test } from 'vitest';
import type { Stock } from '../../../contract/market.ts';
import { COMPANIES } from '../../../core/market/history/companies.ts';
import { inEnglish } from './hindi.ts';
import { intentOf } from './intents.ts';
import type { Intent } from './intent.ts';
import { readQuestion } from './question.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);
const understood = (text: string) => readQuestion(text, [], stocks, Date.parse('2026-11-20T09:00:00Z'));

test.each<[string, Intent]>([
  ['mera profit kitna hua aaj', 'day'],
  ['aaj kitna loss hua mujhe', 'day'],
  ['Aaj mera P&L kya hai?', 'day'],
  ['is mahine kitna kamaya', 'performance'],
  ['mera total profit kitna hai', 'performance'],
  ['is hafte ka profit', 'performance'],
  ['pichle mahine ka hisab', 'performance'],
  ['meri galti kya hai', 'mistakes'],
  ['kya main accha trader hu', 'performance'],
  ['आज का मुनाफा', 'day'],
  ['TAMRAVATI का भाव', 'quote'],
  ['mujhe trading sikhao', 'facts'],
  ['sabse zyada girne wale stock', 'movers'],
  ['100 share SANJIVRA ka kitna lagega', 'cost'],
  ['SANJIVRA me mera profit kitna hai', 'position'],
  ['maine kitna brokerage diya', 'performance'],
  ['mere paas kaunse shares hain', 'portfolio'],
  ['mere paas SANJIVRA ke shares hain kya', 'position'],
  ['mera order kyu reject hua', 'story'],
  ['mera order abhi tak pending kyu hai', 'story'],
  ['order cancel kaise karu', 'how-to'],
  ['share kaise kharide', 'how-to'],
  ['stop loss kaise lagau', 'how-to'],
  ['share kaise bechu', 'how-to'],
  ['kaunsa share best hai lene ke liye', 'advice'],
  ['kaunsa stock kharidna chahiye', 'advice'],
  ['kya main SANJIVRA kharid lu', 'advice'],
  ['kya mujhe GODHULI bech dena chahiye', 'advice'],
  ['margin kya hota hai', 'explain'],
  ['gtc ka matlab', 'explain'],
  ['mera balance kitna hai', 'balance'],
  ['mere paas kitna paisa hai', 'balance'],
  ['portfolio dikhao', 'portfolio'],
  ['SANJIVRA price kya hai', 'quote'],
  ['charges kitne lagte hai', 'cost'],
  ['sabse zyada nuksan kis mein', 'portfolio'],
  ['sabse zyada fayda kisme hua', 'portfolio'],
  ['mera sabse bada nuksan kitna tha', 'performance'],
  ['agar SANJIVRA 1200 ho jaye to kitna profit hoga', 'outcome'],
  ['agar sanjivra 10% gir jaye to kitna nuksan hoga', 'outcome'],
  ['SANJIVRA 1200 pe bechu to kitna milega', 'outcome'],
  ['mera SANJIVRA ka break even kya hai', 'outcome'],
  ['sanjivra kis bhav pe bechu ki nuksan na ho', 'outcome'],
  ['10000 mein sanjivra ke kitne shares aayenge', 'affordable'],
  ['kitne shares 10000 mein', 'affordable'],
  ['SANJIVRA ke kitne share kharid sakta hu', 'affordable'],
  ['mere alerts dikhao', 'follows'],
  ['meri watchlist me kya hai', 'follows'],
  ['मेरी वॉचलिस्ट दिखाओ', 'follows'],
  ['meri agli class kab hai', 'lessons'],
  ['mere notes dikhao', 'notes'],
  ['lagatar kitne loss hue', 'figures'],
  ['mera stop loss kaha hai', 'stops'],
  ['SANJIVRA me stop loss kaha lagau', 'sizing'],
  ['october me kitna kamaya', 'performance'],
  ['is mahine kitne trade kiye', 'performance'],
  ['kal kya becha', 'day'],
  ['kitna tax lagega', 'how-to'],
  ['mera portfolio kaun dekh sakta hai', 'how-to'],
  ['bonus kab milega', 'rewards'],
  ['mera order fail kyu hua', 'story'],
  ['mera paisa kahan gaya', 'trail'],
  ['paisa kaha gaya mera', 'trail'],
  ['mera balance kam kyu hai', 'trail'],
  ['mera order kya hua', 'story'],
  ['100 se kam ke share', 'screener'],
  ['kaunsa share badh raha hai', 'movers'],
  ['mera best stock konsa hai', 'portfolio'],
  ['aaj kya khareedu', 'advice'],
  ['100 se 300 ke beech ke stocks', 'screener'],
  ['500 rupaye se upar ke share', 'screener'],
  ['sabse sasta share', 'screener'],
  ['sabse mehenga share kaunsa hai', 'screener'],
  ['2% se zyada badhe share', 'screener'],
  ['100 se kam ka kaunsa share lu', 'advice'],
  ['mere orders dikhao', 'orders'],
  ['GODHULI bech du kya', 'advice'],
  ['GODHULI average kar lu kya', 'advice'],
  ['kya GODHULI upar jayega', 'advice'],
  ['kal market kaisa rahega', 'advice'],
  ['paisa double kaise kare', 'advice'],
  ['galat order lag gaya cancel karna hai', 'how-to'],
  ['contract note kahan milega', 'how-to'],
  ['mera sabse accha trade', 'performance'],
  ['mere shares dikhao', 'portfolio'],
  ['mera aaj ka trade', 'day'],
  ['SANJIVRA ka bhav kya hai', 'quote'],
  ['market kaisa hai aaj', 'movers'],
  ['market kab khulega', 'rules'],
  ['market order kya hota hai', 'explain'],
  ['kal market band hai kya', 'rules'],
  ['SANJIVRA bechu ya rakhu', 'advice'],
  ['konsa stock badhega kal', 'advice'],
  ['SANJIVRA ka target kya hai', 'advice'],
  ['SANJIVRA ke 50 share kitne ke aayenge', 'cost'],
  ['kitne paise invest kiye', 'portfolio'],
  ['hindi me jawab do', 'how-to'],
  ['hindi me batao market kaisa hai', 'movers'],
  ['mujhe hindi me batao', 'how-to'],
  ['limit order aur market order me kya farak hai hindi me', 'explain'],
  ['kitna invest karna chahiye', 'advice'],
  ['kitna invest kiya', 'portfolio'],
  ['paise kaise nikalu', 'how-to'],
  ['मेरा प्रॉफिट कितना है', 'performance'],
  ['आज मेरा नुकसान कितना हुआ', 'day'],
  ['मेरे पास कितना पैसा है', 'balance'],
  ['मेरे पास कौन से शेयर हैं?', 'portfolio'],
  ['मेरा पैसा कहाँ गया', 'trail'],
  ['शेयर कैसे खरीदें', 'how-to'],
  ['स्टॉप लॉस क्या होता है', 'explain'],
  ['कौन सा शेयर ख़रीदूं', 'advice'],
  ['मेरा ऑर्डर रिजेक्ट क्यों हुआ', 'story'],
  ['SANJIVRA का भाव क्या है', 'quote'],
  ['अगर SANJIVRA १२०० हो जाए तो कितना मुनाफ़ा होगा', 'outcome'],
  ['10000 में कितने शेयर आएंगे', 'affordable'],
  ['सबसे ज़्यादा नुकसान किसमें हुआ', 'portfolio'],
  ['मार्जिन का मतलब', 'explain'],
])('%j is about %s', (asked, intent) => {
  expect(intentOf(understood(asked))).toBe(intent);
});

test('stocks and numbers are those of the question as it was asked', () => {
  expect(understood('kya main 10 SANJIVRA ke shares kharid lu')).toMatchObject({ stocks: ['SANJIVRA'], side: 'BUY' });
  expect(understood('kya mujhe GODHULI bech dena chahiye')).toMatchObject({ stocks: ['GODHULI'], side: 'SELL' });
  expect(understood('agar SANJIVRA 1,200.50 ho jaye to kitna profit')).toMatchObject({ supposed: { price: 1200.5 } });
  expect(understood('agar SANJIVRA 10% gir jaye to kya hoga')).toMatchObject({ supposed: { changePercent: -10 } });
  expect(understood('अगर SANJIVRA 5 प्रतिशत बढ़ जाए तो कितना')).toMatchObject({ supposed: { changePercent: 5 } });
  expect(understood('10,000 rupaye mein SANJIVRA ke kitne shares')).toMatchObject({ price: 10_000, quantity: null });
  expect(understood('rs.5000 mein SANJIVRA ke kitne shares')).toMatchObject({ price: 5_000 });
  expect(understood('1e309 mein SANJIVRA ke kitne shares')).toMatchObject({ price: null });
  expect(understood('margin kya hota hai').terms).toEqual(['Margin']);
});

test.each(['what is my balance', 'ravi@example.com ka profit kitna hai', 'dusre user ka balance kya hai', 'kya'])(
  '%j keeps its words',
  (asked) => {
    expect(inEnglish(asked)).toBe(null);
  },
);
