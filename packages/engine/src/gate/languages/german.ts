import type { RequestLanguage } from './request-language.ts';

/** Requests in German. */
export const GERMAN: RequestLanguage = {
  functionWords: `der die das den dem des und ist nicht mit für auf bitte du sie ich mir mich ein eine einen einem einer von zu
    zum zur im am bei aus dass wenn noch mein meine meinen meinem meiner ihm ihr ihnen uns auch wie was welche wer wird sind
    bis nach um ob kannst könntest würdest vom beim dann`,
  marks: /[äöüß]/,
  endings: '- e en n t et est st te',
  verbs: {
    read: `zeig such find les lies an|schau schau pruf check nenn rechn aus|rechn berechn vergleich zusammen|fass fass auf|list
      ermittl recherchier hol ab|ruf guck an|guck seh sieh nach|seh nach|schau ubersetz erklar mess miss uberpruf wiss anzeig
      heraus|find les|vor durch|les`,
    make: `erstell an|leg hinzu|fug fug schreib auf|schreib notier ein|trag trag speicher ab|leg anfertig mach bau ein|bau an|hang
      hang erfass protokollier vor|bereit bereit entwerf entwirf auf|setz hoch|lad herunter|lad kopier leg an|meld registrier
      beantrag dokumentier generier ein|fug fertig ein|reich reich hinterlass druck aus|full full ein|pfleg verfass merk`,
    change: `benutz verwend nutz implementier ander verander an|pass pass aktualisier korrigier setz um|benenn bearbeit um|stell erhoh verring reduzier senk
      verlanger tausch ersetz markier zu|weis ab|schliess schliess erledig ab|hak hak sortier um|buch uberarbeit reparier beheb
      behob fix stell ein|stell verschieb ergan verbesser um|schreib bestatig annehm nimm ab|lehn lehn richt`,
    move: `verschieb verleg um|zieh beweg ein|ordn archivier vor|zieh zu|ordn weiter|geb weiter|gib ubergeb ubergib ab|leg raum`,
    book: `buch reservier plan vereinbar organisier an|meld miet fest|mach termin ansetz an|setz leih`,
    operate: `start stopp ein|schalt aus|schalt schalt an|mach aus|mach offn schliess dreh hoch|dreh runter|dreh stell neu|start
      heiz dimm spiel klick an|klick tipp ein|tipp aus|full full beend aktivier`,
    send: `schick send ab|schick zu|schick weiter|leit leit mail antwort beantwort mit|teil bescheid post veroffentlich teil
      ein|lad lad informier benachrichtig schreib frag an|frag nach|frag kommentier hinterlass bitt bedank gratulier an|ruf
      kontaktier weiter|reich erinner meld sag entschuldig verschick aus|richt hinweis`,
    delete: `losch entfern ab|sag stornier kundig weg|werf widerruf ab|bestell leer streich ab|meld verwerf verwirf vernicht`,
    spend: `bezahl zahl uberweis kauf bestell nach|bestell spend erstatt zuruck|zahl zuruck|geb zuruck|gib begleich abonnier
      ein|zahl auf|lad ein|kauf`,
    execute: `aus|fuhr durch|fuhr fuhr installier deploy kompilier ein|spiel laufen neu|start start`,
    admin: `frei|geb frei|gib erlaub genehmig sperr entsperr berechtig zuruck|setz aktivier deaktivier frei|schalt gewahr
      konfigurier blockier ein|raum ein|richt`,
  },
  negatedBefore: /\b(?:nicht|nie|niemals|keinesfalls|ohne)\s+(?:\S+\s+)?$/,
  negatedAfter: /^\S*\s+(?:\S+\s+){0,3}?(?:nicht|nichts|niemals)\b/,
  nouns: {
    message: `mail email nachricht antwort brief schreiben kommentar beitrag post einladung info bescheid rundmail aushang zettel`,
    money: `geld zahlung überweisung rechnung betrag euro miete gebühr dauerauftrag gehalt lohn beitrag erstattung konto preis kosten spende`,
    calendar: `termin kalender besprechung meeting treffen sitzung verabredung feier fest abend veranstaltung erinnerung`,
    file: `datei dokument ordner bericht protokoll unterlage unterlagen tagesordnung anhang pdf vertrag präsentation liste`,
    note: `notiz notizen vermerk merkzettel`,
    person: `person kollege kollegin freund freundin kunde kundin mitglied teilnehmer gast nutzer eltern chef kontakt`,
    info: `angaben daten adresse anschrift auskunft`,
    booking: `buchung reservierung reise urlaub fahrt zug bahn ticket fahrkarte`,
    hotel: `hotel zimmer unterkunft`,
    flight: `flug sitzplatz gepäck`,
    restaurant: `restaurant tisch lokal`,
    rental: `mietwagen leihwagen`,
    order: `bestellung auftrag artikel ware paket lieferung produkt warenkorb sendung`,
    stock: `aktie depot bestand lager vorrat`,
    entry: `auto tür schloss tor alarm fenster`,
    device: `licht lampe heizung temperatur thermostat gerät kamera auto`,
    credential: `passwort kennwort pin zugangsdaten anmeldung`,
    task: `aufgabe erinnerung todo punkt`,
    web: `seite webseite link artikel formular website internet`,
    channel: `kanal gruppe team slack kollegium`,
    permission: `recht rechte berechtigung zugriff zugang freigabe`,
    code: `code test tests branch commit pull repo build skript funktion fehler bug klasse quelltext`,
    leave: `urlaub frei abwesenheit krankmeldung`,
    expense: `spesen auslage auslagen beleg reisekosten`,
    sheet: `tabelle zeile zelle spalte blatt`,
    support: `ticket anfrage fall kundin kunde reklamation`,
    subscription: `abo abonnement mitgliedschaft tarif`,
    record: `kunde datensatz akte eintrag phase kontakt firma`,
    service: `dienst server deployment`,
  },
  delegation:
    /(?:erledige|mach|tu|befolge|führe)\b[^.?!\n]{0,60}(?:was (?:drin ?steht|da steht|dort steht|in|er|sie|im|[^.?!\n]{1,30}(?:schreib|verlang|bitte|möchte|will))|aufgaben|anweisungen|schritte)/,
};
