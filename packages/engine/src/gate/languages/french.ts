import type { RequestLanguage } from './request-language.ts';

/** Requests in French. */
export const FRENCH: RequestLanguage = {
  functionWords: `le la les un une des du de et est pas pour avec dans sur mon ma mes son sa ses au aux que qui je tu il vous nous me
    te ce cette ces en par ou si à stp svp quel quelle quels ne où y leur votre merci depuis chez`,
  marks: /[çèêàùœ]/,
  endings: '- e es ez er ons s t is ir issez re rez dre x eler elle',
  verbs: {
    read: `regard cherch trouv li lis montr affich verifi compar resum calcul convert list consult recherch expliqu voi analys tradui
      indiqu donn dit dis recuper`,
    make: `cre ajout redig ecri ecriv not enregistr sauvegard prepar inser copi televers import met mett inscri inscriv depos saisi
      rempli rempl fai faire gener join consign ajoute sign demand soumet soumett imprim`,
    change: `utilis implement modifi chang corrig ajust actualis remplac renomm marqu decal coch attribu prolong augment baiss redui trie repar clo
      ferm rempl met mett adapt accept refus confirm complet trait pass`,
    move: `deplac rang decal report repouss avanc archiv class transfer confi remet remett`,
    book: `reserv planifi organis bloqu prend pren fix inscri inscriv lou pos cal`,
    operate: `demarr redemarr lanc relanc arret allum etein eteign ouvr ferm activ regl cliqu appuy met mett baiss mont rempli`,
    send: `envoi envoy repond previen preven inform averti transmet transmett transfer partag publi post invit ecri ecriv signal
      notifi avis demand relanc remerci contact comment suivre suiv appel dis dit dire annonc`,
    delete: `supprim effac annul enlev retir resili jet jett desinscri vid`,
    spend: `pay pai regl achet command rembours vir vers abonn donn recharg`,
    execute: `execut lanc relanc install deploi deploy compil redemarr tourn`,
    admin: `autoris accord bloqu debloqu verrouill deverrouill reinitialis desactiv activ approuv valid configur donn`,
  },
  negatedBefore: /\b(?:ne|n|sans|jamais)['’ ]\s*(?:\S+\s+)?$/,
  negatedAfter: /^\S*\s+(?:pas|jamais|rien)\b/,
  nouns: {
    message: `mail courriel email message réponse lettre commentaire post invitation info retard`,
    money: `argent paiement virement facture montant euros loyer frais salaire remboursement compte prix don`,
    calendar: `rendez-vous rdv réunion agenda calendrier événement entretien journée journées créneau rappel`,
    file: `fichier document dossier rapport compte-rendu pièce contrat pdf liste présentation facture`,
    note: `note notes mémo`,
    person: `personne collègue ami amie client cliente membre invité utilisateur contact équipe demandeur`,
    info: `informations coordonnées adresse données`,
    booking: `réservation voyage train billet séjour`,
    hotel: `hôtel chambre hébergement`,
    flight: `vol avion siège bagage`,
    restaurant: `restaurant table`,
    rental: `location voiture`,
    order: `commande article produit colis livraison panier`,
    stock: `stock action actions inventaire`,
    entry: `voiture porte serrure portail alarme fenêtre`,
    device: `lumière lampe chauffage température thermostat appareil caméra voiture`,
    credential: `mot de passe code identifiant`,
    task: `tâche rappel todo`,
    web: `page site lien article formulaire web`,
    channel: `canal groupe salon équipe slack`,
    permission: `droit droits accès permission autorisation`,
    code: `code test tests branche commit dépôt fonction bug erreur diff script`,
    leave: `congé congés vacances absence`,
    expense: `frais dépense dépenses justificatif`,
    sheet: `tableau ligne cellule colonne feuille`,
    support: `ticket demande client réclamation dossier`,
    subscription: `abonnement forfait`,
    record: `fiche client dossier entreprise étape`,
    service: `service serveur déploiement`,
  },
  delegation:
    /(?:fais|faites|suis|suivez|exécute|applique|occupe-toi)[^.?!\n]{0,60}(?:ce qui est|ce qu'|ce que [^.?!\n]{1,30}(?:demand|dit|écri|veut)|instructions|tâches|consignes|étapes)/,
};
