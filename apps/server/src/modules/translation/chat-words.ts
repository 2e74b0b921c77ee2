/**
 * Word lists for short chat lines. A library that identifies languages by letter sequences sees too few of them in `hello` or
 * `ciao`, whereas a greeting, a thank-you or a question word identifies a language at once. Words shared by two languages are
 * listed under both.
 */
const lists: Readonly<Record<string, string>> = {
  en: 'hello hi hey thanks thank you please yes what how when where which who is are the this that have my your can could would price order good morning much want need help sorry it not dont with for sure great',
  es: 'hola gracias buenos buenas días dias tardes noches por favor cuánto cuanto cuesta qué que cómo como dónde donde cuándo cuando sí quiero necesito tengo tienen tienes pedido envío envio precio bueno vale claro usted está esta ayuda señor muy el los para mi',
  pt: 'olá ola oi obrigado obrigada bom boa dia tarde noite por favor quanto custa você voce vocês voces não nao sim quero preciso tem pedido preço envio onde quando tudo bem valeu meu minha uma',
  fr: "bonjour bonsoir salut merci oui non combien coûte coute prix commande livraison s'il plaît plait vous je j'ai c'est est quand où comment pourquoi beaucoup d'accord mon ma avez les des une pas",
  de: 'hallo danke bitte guten tag morgen abend ja nein wie viel kostet preis bestellung ich sie haben ist nicht wann wo was warum schön vielen das der die mein und auch',
  it: 'ciao grazie buongiorno buonasera salve prego per favore sì quanto costa prezzo ordine spedizione quando dove come perché vorrei ho mio mia non il avete mille è',
  nl: 'hoi hallo dank bedankt goedemorgen goedemiddag goedendag alstublieft ja nee hoeveel kost prijs bestelling ik je u het is niet wanneer waar wat hoe mijn een jullie',
  pl: 'cześć czesc dzień dzien dobry witam dziękuję dziekuje dzięki proszę tak nie ile kosztuje cena zamówienie paczka kiedy gdzie jak mam jest czy moje',
  tr: 'merhaba selam teşekkür teşekkürler tesekkurler ederim lütfen evet hayır fiyat fiyatı ne kadar sipariş siparişim kargo nerede nasıl zaman günaydın iyi var mı mi abi tamam istiyorum',
  id: 'halo hai terima kasih makasih tolong ya tidak berapa harga harganya pesanan saya kapan dimana mana apa apakah bisa selamat pagi siang malam kak gan ada sudah belum',
  vi: 'chào xin cảm ơn bạn giá bao nhiêu đơn hàng tôi còn không có khi nào ở đâu vâng dạ shop ạ nhé được mình',
  ro: 'bună buna ziua salut mulțumesc multumesc vă rog cât cat costă costa preț comanda nu când unde cum este sunt',
  sv: 'hej tack snälla ja nej hur mycket kostar pris beställning jag inte när var vad är det min god',
  da: 'hej tak venligst ja nej hvor meget koster pris bestilling jeg ikke hvornår hvad er det min god',
  nb: 'hei takk vennligst ja nei hvor mye koster pris bestilling jeg ikke når hva er det min god',
  fi: 'hei moi kiitos kyllä ei paljonko maksaa hinta tilaus tilaukseni minä milloin missä mitä on hyvää',
  cs: 'ahoj dobrý den děkuji díky prosím ano ne kolik stojí cena objednávka kdy kde jak je to mám',
  sk: 'ahoj dobrý deň ďakujem prosím áno nie koľko stojí cena objednávka kedy kde ako je to mám',
  hu: 'szia helló jó napot köszönöm kérem igen nem mennyibe kerül ár rendelés mikor hol hogyan van',
  tl: 'kamusta salamat po opo hindi magkano presyo kailan saan paano ang ng ako ba pa na meron',
  sw: 'habari asante karibu bei gani ngapi ndiyo hapana tafadhali lini wapi oda yangu',
  ru: 'привет здравствуйте спасибо пожалуйста да нет сколько стоит цена заказ мой когда где как что есть добрый день это можно не хочу я вы большое',
  uk: 'привіт вітаю дякую дуже будь ласка так ні скільки коштує ціна замовлення моє мій коли де як що є добрий день це можна не',
  bg: 'здравейте здрасти благодаря моля да не колко струва цена поръчка кога къде как какво добър ден',
  ar: 'مرحبا مرحبًا أهلا اهلا السلام عليكم شكرا شكرًا نعم لا كم السعر سعر طلبي طلب متى أين وين كيف من فضلك ممكن هل',
  fa: 'سلام ممنون مرسی متشکرم لطفا بله نه چند چنده قیمت قیمتش سفارش من کی کجا چطور هست خیلی',
  ur: 'سلام شکریہ جی ہاں نہیں کتنے قیمت آرڈر میرا کب کہاں کیسے ہے کیا',
  hi: 'नमस्ते नमस्कार धन्यवाद शुक्रिया हाँ हां नहीं कितना कितने का है क्या मेरा मेरी ऑर्डर कब कहाँ कैसे कीमत बहुत',
  mr: 'नमस्कार धन्यवाद होय नाही किती आहे काय माझी माझा ऑर्डर कधी कुठे कसे',
};

const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(lists)) {
  for (const word of new Set(words.split(' '))) {
    languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);
  }
}

/** Laughter, assent and sighs, which are typed in every language. */
const international =
  /^(?:o+k+(?:a+y+|e+|i+|e+y+)?|(?:h+(?:a+|e+|i+|o+)){2,}h*|h+a+|h+e+|(?:j+(?:a+|e+|i+|o+)){2,}j*|(?:x+a+)+|(?:k)+|(?:wk)+w?|l+o+l+|xd+|w+o+w+|h+m+|m+|a+h+|o+h+|u+h+|e+h+|a+|o+|e+|omg|bye|super|stop|info|whatsapp|emoji)$/u;

/** Returns the words of a line in lower case, `holaaaa` as `hola`, without international ones. */
export function wordsOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll('’', "'")
    .match(/\p{L}[\p{L}\p{M}']*/gu);
  return (words ?? [])
    .filter((word) => !international.test(word))
    .map((word) => word.replace(/(\p{L})\1{2,}/gu, '$1'));
}

/** Returns for each language the share of these words, from 0 to 1, that its list contains. */
export function chatWordShares(words: readonly string[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const word of words) {
    for (const language of languagesOf.get(word) ?? []) {
      shares.set(language, (shares.get(language) ?? 0) + 1 / words.length);
    }
  }
  return shares;
}
