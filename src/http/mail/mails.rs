//! The mails about an account.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::store::{MailKind, NewMail};
use chivalry_play::clock::Timestamp;
use chivalry_play::player::Player;

use crate::http::mail::content::MailContent;
use crate::http::web::previews::Words;

/// Hours for which a link that verifies an address is valid.
pub(crate) const VERIFICATION_HOURS: i64 = 24;

/// Minutes for which a link that sets a new password is valid.
pub(crate) const RECOVERY_MINUTES: i64 = 60;

/// Writes mails to one player of this site, in the language of the account.
#[derive(Clone, Copy)]
pub(crate) struct Mails<'a> {
    /// The public URL, without a trailing slash.
    pub(crate) site: &'a str,
    pub(crate) player: &'a Player,
    /// The texts of the language.
    pub(crate) words: &'a Words,
    pub(crate) now: Timestamp,
}

impl Mails<'_> {
    /// The link that verifies an address.
    pub(crate) fn verification(self, secret: &str) -> NewMail {
        let hours = VERIFICATION_HOURS.to_string();
        let content = MailContent::default()
            .paragraph(&self.about("mail_verify"))
            .paragraph(&self.words.text("mail_verify_how", &[]))
            .link(
                &self.words.text("mail_verify_link", &[]),
                &format!("{}/mail#verify={secret}", self.site),
            )
            .paragraph(&self.words.text("mail_verify_end", &[("n", &hours)]));
        self.mail(MailKind::Verification, "link", "mail_verify_subject", content)
    }

    /// The link that sets a new password.
    pub(crate) fn recovery(self, code: &str) -> NewMail {
        let name = utf8_percent_encode(&self.player.name, NON_ALPHANUMERIC);
        let minutes = RECOVERY_MINUTES.to_string();
        let content = MailContent::default()
            .paragraph(&self.about("mail_recover"))
            .link(
                &self.words.text("mail_recover_link", &[]),
                &format!("{}/mail#recover={name}&code={code}", self.site),
            )
            .paragraph(&self.words.text("mail_recover_end", &[("n", &minutes)]));
        self.mail(MailKind::Recovery, "link", "mail_recover_subject", content)
    }

    /// The notice to an address that is replaced.
    pub(crate) fn changed(self) -> NewMail {
        self.notice("changed", "mail_changed_subject", "mail_changed")
    }

    /// The notice to an address that is removed.
    pub(crate) fn removed(self) -> NewMail {
        self.notice("removed", "mail_removed_subject", "mail_removed")
    }

    fn notice(self, name: &str, subject: &str, happened: &str) -> NewMail {
        let content = MailContent::default()
            .paragraph(&self.about(happened))
            .paragraph(&self.words.text("mail_notice_how", &[]))
            .link(&self.words.text("mail_notice_link", &[]), &format!("{}/account", self.site));
        self.mail(MailKind::Security, name, subject, content)
    }

    /// A text about the account on this site.
    fn about(self, word: &str) -> String {
        self.words.text(word, &[("name", &self.player.name), ("site", self.site)])
    }

    /// `name` is a part of the id, which differs for the mails of one time.
    fn mail(self, kind: MailKind, name: &str, subject: &str, content: MailContent) -> NewMail {
        let Mails { player, now: at, .. } = self;
        let (text, html) = content.into_parts();
        let id = format!("{}:{name}:{}:{}", kind.as_str(), player.id.0, at.0);
        let subject = self.words.text(subject, &[]);
        NewMail { id, player: player.id, kind, subject, text, html, at }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use chivalry_play::player::{PlayerId, PlayerKind};

    use crate::http::web::shell::{languages, words_of};

    use super::*;

    #[test]
    fn mails_of_every_language_have_all_of_their_texts_and_links() {
        let (site, name) = ("https://example.org", "Arthur".to_owned());
        let player = Player { id: PlayerId(Uuid::nil()), name, kind: PlayerKind::Account };
        let mut subjects = Vec::new();
        for language in languages() {
            let words = words_of(language);
            let mails = Mails { site, player: &player, words, now: Timestamp(0) };
            let [verify, recover] = [mails.verification("S"), mails.recovery("C")];
            assert!(verify.text.contains(":\nhttps://example.org/mail#verify=S\n"), "{language}");
            assert!(verify.text.contains(" 24"), "{language}: {}", verify.text);
            let link = ":\nhttps://example.org/mail#recover=Arthur&code=C\n";
            assert!(recover.text.contains(link), "{language}: {}", recover.text);
            for (mail, paragraphs) in
                [(verify, 4), (recover, 3), (mails.changed(), 3), (mails.removed(), 3)]
            {
                assert_eq!(mail.text.split("\n\n").count(), paragraphs, "{}", mail.text);
                assert!(mail.text.split("\n\n").all(|it| it.len() > 8), "{}", mail.text);
                assert!(mail.text.contains("Arthur") && mail.text.contains(site), "{language}");
                assert!(!mail.text.contains('{') && mail.subject.len() > 8, "{}", mail.text);
                subjects.push(mail.subject);
            }
        }
        assert!(languages().count() >= 7);
        for subject in ["Confirm your e-mail address", "Bestätige deine E-Mail-Adresse"] {
            assert!(subjects.iter().any(|it| it == subject), "{subjects:?}");
        }
    }
}
