// What must never be missed: questions about others, tricks, what is not kept here, how something is done, and requests to do it.
import { anyOf } from '../any-of.ts';
import type { Rule } from '../intent.ts';

const BELONGINGS =
  '(?:portfolios?|orders?|balances?|trades?|holdings?|accounts?|passwords?|e-?mails?|data|money|cash|positions?|diar(?:y|ies)|wallets?|transactions?|notes?|details|profits?|info(?:rmation)?)';

export const GUARD_RULES: readonly Rule[] = [
  { intent: 'others', when: /[^\s@]+@[^\s@]+\.[a-z]{2,}/ },
  {
    intent: 'others',
    when: new RegExp(
      `\\b(?:(?:an)?other|someone|somebody|anyone|anybody|everyone|everybody|all|each|every)(?: else)?(?:'s)?\\s+(?:(?:of )?the )?(?:users?'?s?|persons?'?s?|people'?s?|traders?'?s?|accounts?|customers?'?s?|clients?'?s?|members?'?s?|learners?'?s?)\\b`,
    ),
    // Whether they are people tells nothing about any of them.
    unless:
      /^(?:are|is) (?:the |all )?other (?:traders|people|users) (?:here )?(?:real|bots?|robots?|human|simulated|fake)(?: people| humans)?[?.! ]*$|^who are (?:the |all )?other (?:traders|people|users)(?: here)?[?.! ]*$/,
  },
  {
    intent: 'others',
    when: new RegExp(
      `\\b(?:someone|somebody|anyone|anybody|everyone|everybody|nobody)(?: else)?'?s\\s+${BELONGINGS}\\b|\\b${BELONGINGS}\\s+(?:of|for|from|belonging to)\\s+(?:an)?other\\b|\\b(?:his|her|their)\\s+${BELONGINGS}\\b|\\b(?:d(?:u|oo)sr[aeio]|kisi(?: aur)?|us|un) ?k[aei]\\s+${BELONGINGS}\\b`,
    ),
  },
  {
    intent: 'others',
    when: [
      /\b(?:user|account|customer|client|trader|member)[ _-]?(?:id|no|number|#)?[ _-]?[:=#]? ?[\da-f][\da-f-]*\b/,
      new RegExp(`\\b${BELONGINGS}\\b`),
    ],
  },
  {
    intent: 'others',
    when: [
      new RegExp(`\\b${BELONGINGS}\\b`),
      /\b(?:user|account|customer|client|trader|member)[ _-]?(?:id|no|number|#)?[ _-]?[:=#]? ?\d/,
    ],
  },
  {
    intent: 'others',
    when: anyOf(
      /\b(?:list|show|dump|export|give|get|print)\b.*\b(?:users|passwords?|emails|accounts|database|tables?)\b/,
      /\bpassword of\b/,
      /\badmin(?:istrator)?'?s? (?:password|token|account)\b/,
    ),
  },
  {
    intent: 'about',
    when: anyOf(
      /\b(?:system|hidden|initial|secret|developer) (?:prompt|instructions?|message|mode)\b/,
      /\byour (?:prompt|instructions?|guidelines)\b/,
      /\b(?:ignore|disregard|forget|override) (?:all |any |the |your |of |these |those |my )*(?:previous|prior|above|earlier|rules|instructions?)\b/,
      /\bapi[ _-]?keys?\b/,
      /\benv(?:ironment)? variables?\b/,
      /\bjailbreak\b/,
      /\bpretend (?:to be|you|that you)\b/,
      /\bact as\b/,
      /\byou are now\b/,
      /\bdrop table\b/,
      /\bunion select\b/,
      /\bselect \S+ from\b/,
      /<\/?\w+[^>]*>/,
      /!\[[^\]]*\]\(/,
      /\b(?:repeat|print|reveal|show|output) (?:the )?(?:text|words|everything) above\b/,
    ),
  },
  {
    intent: 'about',
    when: anyOf(
      /\b(?:who|what) are you\b/,
      /\bwhat can(?:'t| ?not| you not)\b.{0,12}\b(?:you|do)\b/,
      /\btell me a joke\b/,
      /\byou (?:are|were) (?:wrong|stupid|useless|mistaken)\b/,
      /\b(?:explain|say) (?:it|that|this) (?:simpl\w+|again|better|in (?:simple|other|plain) words)\b/,
      /^(?:i (?:do not|don't) understand(?: (?:it|that|this))?|why|huh|what)[?.! ]*$/,
      /\bare you (?:an? )?(?:ai|bot|human|robot|model|chatgpt|real)\b/,
      /\bhow do you work\b/,
      /\bhow (?:do|can|should) i use (?:the )?(?:assistant|ai|bot|you)\b/,
      /\bwhich model\b/,
      /\byour name\b/,
      /\b(?:what|which) (?:ai |language )?model are you\b/,
      /\bwho (?:made|built|wrote|created|runs|developed) (?:you|istock|this (?:app|site|market))\b/,
    ),
  },
  {
    intent: 'how-to',
    when: anyOf(
      /\b(?:rest |public |trading |an? |any |the )api\b(?![ _-]?keys?)/,
      /\bshortcuts?\b/,
      /\bhot ?keys?\b/,
      /\bwhat (?:does|do) the (?:map|tiles?)\b/,
      /\b(?:camera|microphone|mic|webcam|video call|call screen)\b/,
      /\b(?:use|open|trade|run|works?)\b.{0,20}\bon (?:my |a |an |the )?(?:phone|mobile|tablet|i ?pad|i ?phone|android)\b/,
      /\blanguages?\b/,
      /\b(?:answer|reply|respond|speak|talk|write|switch|change|translate|understand|use|available|app|site|screens?)\b.{0,24}\b(?:hindi|english|tamil|telugu|marathi|bengali|gujarati|kannada)\b/,
      /\bpractic(?:e|ing)\b.{0,20}\b(?:past|old|history|historical)\b/,
      /\bshar(?:e|ing) my diary\b/,
      /\bteachers? (?:see|read)\b/,
      /\b(?:become|be|work as|register as|apply (?:as|to be)) (?:an? )?(?:instructor|teacher|tutor)\b/,
      /\b(?:can|could|may) i teach\b/,
    ),
  },
  {
    intent: 'how-to',
    when: anyOf(
      /\b(?:two|2)[ -]?(?:factor|step)\b|\b(?:2fa|mfa|authenticator|second factor)\b/,
      /\bhow (?:do|can|could|to|does|would)\b.{0,12}\b(?:rate|review)\b.{0,20}\b(?:lessons?|class(?:es)?|courses?|instructors?|teachers?)\b/,
      /\b(?:who|where)\b.{0,12}\b(?:logged|signed) in\b/,
      /\b(?:log|sign)(?:ged)?[ -]?out\b.{0,30}\b(?:everywhere|all|other|another|devices?)\b/,
      /\bmy (?:other |active |open )?(?:logins|devices)\b/,
      /\bcompar\w+\b.{0,30}\bcharts?\b/,
      /\b(?:can|could|may) (?:i|we|you|one) draw\b/,
      /\b(?:which|what) indicators (?:are there|do you have|can i (?:use|add|see)|are available)/,
      /^(?:(?:show|see|get|my|the|me) )*(?:income )?tax (?:reports?|statements?)[?.! ]*$/,
      /\bhow (?:do|can|could|to|does|would)\b.{0,12}\b(?:mute|unmute|(?:share|stop sharing) (?:my |the |a )?screen|(?:raise|lower) (?:my |a )?hand|(?:start|open|join|enter|begin|host|leave|end) (?:the |a |my )?(?:video )?call)\b/,
      /\b(?:can|could|are|is|do|does|will)\b.{0,20}\b(?:lessons?|class(?:es)?|calls?|sessions?)\b.{0,12}\brecord\w*|\brecord(?:ed|ing|s)?\b.{0,20}\b(?:lessons?|class(?:es)?|calls?|sessions?)\b/,
      /\b(?:remove|kick|throw)\b.{0,20}\b(?:from|out of) (?:the |a |my )?(?:call|lesson|class)\b/,
      /\broom codes?\b/,
      /\bwho (?:came|was|joined|showed up)\b.{0,12}\b(?:lessons?|class(?:es)?|calls?|sessions?)\b|\battend(?:ed|ance)\b/,
      /\bhow (?:do|can|could|to) (?:i |we )?comment\w*\b.{0,20}\btrades?\b|\bwho (?:has )?opened (?:a |their )?diar(?:y|ies)\b|\blearners?'?s?'? diar(?:y|ies)\b|\bdiar(?:y|ies) of (?:a |my |the )?(?:learners?|students?)\b/,
      /\b(?:which|what) file types?\b|\bhow (?:large|big)\b.{0,20}\bfiles?\b|\bfile (?:types?|sizes?|formats?)\b/,
      /\bhow (?:do|can|could|to) (?:i |we )?(?:upload|add|attach|share|put)\b.{0,24}\b(?:slides?|files?|materials?|pdfs?|documents?|homework)\b/,
    ),
  },
  {
    intent: 'lessons',
    when: anyOf(
      /\b(?:lessons?|courses?|instructors?|tutors?|(?:un)?enrol\w*|(?<!\b(?:asset|first|share) )class(?:es)?|certificates?|seats?|homework|study materials?|schedule)\b/,
      /\b(?:does|who) [a-z ]{0,30}\bteach(?:es|ing)?\b/,
      /\b(?:my|how many|who are(?: the)?|which|new) (?:students?|pupils)\b/,
      /\bearn\w*\b.{0,20}\b(?:from|by|with) teaching\b|\bmy (?:\w+ )?(?:teaching|ratings?|payouts?|learners)\b|\b(?:learners|students)\b.{0,12}\b(?:do i have|say|said|think)\b|\b(?:what|when|where|whom?) (?:do|am|will|did|have) i (?:have to )?(?:teach|taught)\w*\b|\bmy (?:next|upcoming|last|past) (?:sessions?|calls?)\b|\bwhen (?:will|do|am) i (?:be |get )?paid\b/,
      /\bupload\b.{0,20}\b(?:slides?|files?|materials?|pdfs?|documents?)\b/,
      /\bgiv(?:e|ing) (?:back|up) (?:my|a|the) place\b|\bgiv(?:e|ing) (?:my|a|the) place back\b/,
    ),
    // The lesson that a trade has taught is not a lesson of an instructor.
    unless: anyOf(
      /\bof course\b/,
      /\bmy diary\b/,
      /\b(?:can|may|could) (?:my|an|the) instructors? (?:see|read)\b/,
      /\blessons?\b.*\blearn\w*\b/,
      /\blessons? (?:from|of)\b/,
    ),
  },
  {
    intent: 'accounts',
    when: anyOf(
      /\bp ?\/ ?[eb]\b/,
      /\bpe(?: ratio)?\b/,
      /\bprice[ -](?:to[ -])?(?:earnings|book)\b/,
      /\b(?:eps|earnings per share|book value|roe|roce|balance sheets?|quarterly results|fundamentals?|fundamental analysis|market cap(?:italisation|italization)?|(?:large|mid|small|micro)[ -]?caps?|blue[ -]?chips?|promoters?|shareholding|news)\b/,
      /\bwho owns\b/,
      /\bgood company\b/,
    ),
  },
  {
    intent: 'how-to',
    when: [
      /\b(?:how|where) (?:do|can|could|does|would|to)(?: (?:i|we|you|one|someone|people))? (?:see|find|view|open|read|write|keep|download|get|export|print|draw|reset|change|recover|use|start)\b/,
      /\b(?:diary|replay|contract notes?|statements?|trend ?lines?|password|(?:profit|p&l|year's|tax) report)\b/,
    ],
  },
  {
    intent: 'how-to',
    when: anyOf(
      /\b(?:install|home ?screen)\b/,
      /\b(?:is there|have) (?:an? )?(?:mobile |android |iphone |phone )?app\b/,
      /^(?:please )?(?:download|export|print|get) (?:my |the |a )?(?:statements?|contract notes?|profit report|diary|trades)\b/,
      /\bdelete my (?:account|data)\b/,
      /\b(?:export|download|save|get|copy|give me|take)\b.{0,24}\b(?:my|own)(?: \w+)? data\b|\bcopy of (?:all )?my (?:data|account)\b/,
      /\bwhat (?:data|information|details)\b.{0,20}\b(?:stored?|keep|kept|have|know|collect\w*|sav\w+)\b/,
      /\bchange (?:my )?e-?mail\b/,
      /^set (?:an? )?(?:price )?alerts?[?.! ]*$/,
      /^(?:please |can you |could you )?(?:notify|alert|tell|remind|warn|ping|message|inform) me\b.{0,60}\b(?:when|if|once|as soon as)\b/,
      /\b(?:can|may|could) i (?:change|modify|edit|cancel|remove)\b.{0,40}\b(?:orders?|stop|target|bracket)\b/,
      /\b(?:explain|where|show)\b.{0,12}\bcontract notes?\b/,
      /\b(?:any|my|have i|new|unread) (?:any |new |unread )?notifications?\b/,
      /\bdid i miss\b/,
      /\bhow (?:do|can|to)(?: i)? get (?:some |any )?(?:more )?(?:practice |virtual |paper )?(?:money|cash|funds)\b/,
      /\bminimum (?:amount|balance|deposit|money|investment)\b/,
    ),
  },
  {
    intent: 'how-to',
    when: anyOf(
      /\b(?:how|where) (?:do|can|could|does|would|to)(?: (?:i|we|you|one))? (?:download|export|print)\b.{0,20}\b(?:trades|transactions|fills|orders)\b/,
      /\btax(?:es|ed|able)?\b.*\b(?:profits?|gains?|income|returns?|fil(?:e|ing))\b/,
      /\b(?:profits?|gains?|income)\b.*\btax(?:es|ed|able)?\b/,
      /\bcapital gains?\b/,
      /\btax (?:liabilit\w+|bill)\b/,
      /\btax(?:es)?\b.*\bi (?:pay|paid|owe)\b|\b(?:see|find|show|are|pay|paid)\b.{0,12}\bmy (?:income )?tax(?:es)?\b/,
      /\b(?:short|long)[ -]?term (?:capital )?(?:gains?|profits?)\b/,
      /\b(?:contact|call|reach|ask|e-?mail|write to|talk to) (?:the )?(?:customer )?(?:support|help ?desk|administrators?|team)\b/,
      /\bcustomer (?:care|support|service)\b/,
      /\bhelp ?desk\b/,
      /\b(?:message|report|block) (?:the admin\w*|an? admin\w*|some(?:one|body)|an? (?:user|person))\b/,
      /\b(?:export|download)\b.*\b(?:excel|csv)\b/,
      /\b(?:can|could|may) (?:i|we) (?:trade|buy|sell|invest) (?:in )?(?:options?|futures?|f&o|crypto\w*|bitcoins?|forex|currenc\w+|commodit\w+|gold|mutual funds?|etfs?|bonds?|ipos?|nifty|sensex)\b/,
    ),
  },
  {
    intent: 'how-to',
    when: anyOf(
      /(?:\b(?:my|the)|^) ?(?:payment|top[ -]?up|deposit)\b.*\b(?:fail\w*|through|pending|stuck|missing|success\w*|arrived?|came)\b/,
      /\b(?:my|the|a) refund\b|\bhow\b.{0,16}\brefunds?\b|\brefund (?:policy|rules)\b|\bget (?:my )?money back\b/,
      /\bhow much\b.{0,20}\b(?:can|could|may) i (?:add|deposit|top[ -]?up|pay in)\b/,
      /\bmaximum\b.{0,20}\b(?:add|top[ -]?up|deposit)\b/,
      /\b(?:change|edit|update|upload|remove)\b.{0,12}\b(?:name|photo|picture|profile)\b/,
      /\b(?:enable|disable|stop|allow|set up)\b.{0,16}\bnotifications?\b/,
      /\b(?:set|change|which|what)\b.{0,16}\btime ?zones?\b/,
      /\b(?:turn|switch) (?:on|off)\b/,
      /\b(?:dark|light) (?:mode|theme)\b/,
      /^(?!.*\b(?:orders?|stops?|positions?|trades?|alerts?)\b).*\blog[ -]?out\b/,
      /\bwho (?:can|may|could) (?:see|read|look at)\b/,
      /\bwho (?:sees|reads)\b/,
      /\b(?:can|may|could|do|does) (?:other people|others|anybody|anyone|strangers|people|someone) (?:else )?(?:see|read|look at)\b/,
      /\b(?:is|are) my (?:data|details|orders|money|password|account) (?:safe|private|secure)\b/,
      /\b(?:share|open|show)\b.{0,10}\bmy diary\b.*\b(?:with|to|for)\b/,
      /\b(?:can|may|could) (?:my|an|the) instructors? (?:see|read)\b/,
    ),
  },
  {
    intent: 'how-to',
    when: anyOf(
      /\b(?:reset|restart|clear|wipe) my (?:account|portfolio|history|trades)\b/,
      /\bstart (?:over|again|afresh|from scratch)\b/,
      /^(?:the )?(?:price of )?(?:gold|silver|crude(?: oil)?|oil|bitcoin|btc|ethereum|crypto\w*|usd|dollar|forex)(?: (?:price|rate|today|now))*[?.! ]*$/,
      /\breal (?:companies|company|stocks?|shares?|prices?|markets?|exchange)\b|^is (?:this|it|istock)(?: just| only| a| an| all)* (?:game|real|fake|simulat\w+)\b(?! (?:money|cash|rupees|funds))/,
      /\b(?:companies|stocks|prices|shares) (?:here )?(?:are )?(?:real|invented|fake|fictional)\b/,
    ),
  },
  {
    intent: 'how-to',
    when: anyOf(
      /\b(?:control|handle|manage|master)\b.{0,20}\b(?:emotions?|feelings?|fear|greed|anger|fomo)\b/,
      /\b(?:stop|avoid|prevent)\b.{0,12}\b(?:revenge|over-?trading|fomo|tilt)\b/,
      /\b(?:stay|become|be|more) disciplined\b/,
      /\b(?:i )?(?:want|going) to (?:quit|give up)\b|\bi(?: have|'ve)? lost everything\b|\bmotivate me\b/,
    ),
  },
  {
    intent: 'how-to',
    when: [
      /\bwhy\b/,
      /\b(?:falls?|fell|fallen|drops?|dropped|goes down|went down|go down|down|los\w+|red|negative|minus)\b/,
      /\b(?:after|when|once|as soon as|right after) i (?:buy|bought|purchased?|place|enter\w*)\b/,
    ],
    unless: /\bmy (?:balance|cash|money|order)\b/,
  },
  {
    intent: 'how-to',
    when: [
      /(?:\bnot|n't) (?:have )?enough (?:money|cash|balance|funds)\b/,
      /\b(?:stop|trigger\w*|order|fills?|filled)\b/,
    ],
    unless: /\bwhy\b/,
  },
  {
    intent: 'how-to',
    when: /\bforg[eo]t(?:ten)? (?:my )?password\b|\bwhere (?:is|are) (?:the |my )?(?:diary|contract notes?)\b/,
  },
  {
    intent: 'how-to',
    when: /\b(?:how|where) (?:do|can|could|does|would|to)(?: (?:i|we|you|one|someone|people))? (?:buy|sell|short|purchase|invest|write|take profits?|remove|(?:start|begin)(?![?.! ]*$)|place|cancel|change|modify|move|edit|set|put|add|use|enter|exit|top[ -]?up|deposit|withdraw)\b/,
    unless: /\bhow (?:many|much)\b|\b(?:charges?|fees?|costs?|password|name|photo|e-?mail|position siz\w*)\b/,
    isWay: true,
  },
  {
    intent: 'how-to',
    when: anyOf(
      /^(?:please )?(?:sell short|short[ -]?sell|short)\b(?![ -]?(?:term|squeeze|interest))/,
      /\b(?:can|could|may) (?:i|we) (?:not )?(?:withdraw|cash out|take out|pay out)\b|\bwhy\b.{0,20}\bwithdraw\w*|\bwithdrawals?\b/,
      /^(?:please |can you |could you )?remind me\b(?! (?:what|how|why|where|when|which|who|of|again)\b)/,
      /\b(?:how much|what) (?:income )?tax(?:es)?\b.*\b(?:owe|due|liable)\b/,
      /^(?:please )?(?:download|export|print|get|show)\b.{0,12}\b(?:tax|profit) reports?\b/,
      /\bcan (?:i|we|you|one) (?:sell|trade)\b.*\b(?:short|(?:not|n't) (?:own|have|hold))\b/,
      /\bcan (?:i|we|you|one) short\b/,
    ),
  },
  {
    intent: 'act',
    when: /^(?:please |kindly |(?:can|could|would|will) you )*(?:add|put|remove|take|delete)\b.{0,60}\b(?:to|on|onto|in|from|off) (?:my |the |a )?watch ?list\b/,
  },
  // A request to do something, as opposed to a question about doing it.
  {
    intent: 'act',
    when: /^(?:please |kindly |(?:can|could|would|will) you )*(?:(?:buy|sell|short|close|exit|liquidate)(?: me)? (?:\d|all|everything|some|every|(?:it|them|this|that)(?: all| now|[?.! ]*$))|(?:buy|sell|short)(?: me)? my|(?:set|put|place|add)(?: me)? (?:an? |my )?(?:stop|target|bracket|limit)\b.{0,40}\d|(?:place|cancel|modify|execute|square off|exit|withdraw|transfer|delete|remove)(?: me)? (?:\d+|all|an?|the|my|everything|orders?|it)\b|(?:change|set|reset|close|add|increase|raise) (?:my|an? (?:price )?alert|\d+|money|cash|funds)\b|set (?:an? )?(?:price )?alerts?\b.{0,40}\d)/,
    unless: /\?\s*$|\b(?:why|how|what|charges?|fees?|costs?|brokerage|commission|margin)\b/,
  },
];
