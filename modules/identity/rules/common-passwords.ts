/**
 * Words that people build passwords from, collected by hand: keyboard runs, names, teams, and words
 * that a trading site suggests. A password that is one of these with decoration (a year, an "!", a
 * "@" for an "a") is among the first to be guessed, however long it is.
 */
// Pure: apps that take other rules of this module leave the words out.
export const commonWords: ReadonlySet<string> = /* @__PURE__ */ wordsOf(`
  password passwort contrasena motdepasse senha parola wachtwoord passphrase passcode secret
  qwerty qwertyuiop qwertz qwertzuiop azerty azertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm
  qazwsx qazwsxedc zaqxsw qweasd qweasdzxc poiuytrewq mnbvcxz lkjhgfdsa asdfqwer qwerasdf
  admin administrator root login logmein letmein welcome hello test testing tester guest user
  username default changeme master access account money dollar million billionaire millionaire
  bitcoin ethereum crypto cryptocurrency blockchain satoshi nakamoto hodl tothemoon moon lambo
  trader trading tradingview binance coinbase kraken tether usdt wallet invest investor profit
  assay exchange market bullish bearish bullmarket
  iloveyou loveyou ilove love lovely lover lovers forever always sweetheart sweety babygirl
  princess queen king prince angel angels sunshine rainbow flower butterfly
  monkey dragon tiger lion eagle falcon wolf shadow phoenix unicorn kitten puppy dolphin panther
  football soccer baseball basketball hockey tennis golf cricket rugby arsenal chelsea liverpool
  manchester manchesterunited barcelona realmadrid juventus milan bayern galatasaray fenerbahce
  michael jessica jennifer jordan michelle daniel andrew joshua thomas robert william charlie
  matthew ashley amanda nicole samantha elizabeth stephanie christian anthony alexander alexandra
  maria carlos jose juan pedro antonio francisco mohammed muhammad ahmed fatima ali omar ivan
  dmitry sergey natasha anastasia vladimir ekaterina nguyen tuan linh minh kim lee park chen wang
  zhang li liu yang huang sakura naruto pikachu pokemon
  superman batman spiderman starwars startrek harrypotter hogwarts matrix hunter ranger killer
  ninja samurai warrior gandalf thunder freedom liberty justice peace trustno mustang ferrari
  porsche mercedes corvette yamaha honda toyota nintendo playstation xbox minecraft fortnite
  roblox google facebook instagram youtube twitter amazon apple microsoft windows linux android
  computer internet samsung iphone pepper cookie chocolate banana orange cheese coffee pizza
  summer winter spring autumn january february march april may june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday
  jesus christ church allah islam bismillah buddha blessed heaven godisgood
  london paris berlin moscow tokyo beijing shanghai hongkong singapore newyork california texas
  america england germany france espana italia brasil mexico india china japan vietnam thailand
  abc abcd abcde abcdef abcdefg abcdefgh abcdefghij abcabc aaa aaaa zzz xxx
  whatever nothing something anything computer1 fuckyou fuckoff asshole bitch blink
`);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''));
}
