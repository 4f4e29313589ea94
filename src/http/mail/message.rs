//! The message of a mail: its headers, and the frame of its body (RFC 5322).

use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use sha2::{Digest as _, Sha256};

use crate::store::{LeasedMail, MailKind};

use crate::http::mail::content::MailContent;
use crate::http::web::shell::{language_for, words_of};

/// Returns the message of a mail to `recipient`, a reader of `language`. `None` if a header cannot
/// be written.
pub(crate) fn message(
    site: &str,
    sender: &Mailbox,
    recipient: &Address,
    leased: &LeasedMail,
    language: &str,
) -> Option<Vec<u8>> {
    let (language, words) = (language_for(language), words_of(language));
    let mail = &leased.mail;
    let secret = leased.unsubscription.map(|secret| URL_SAFE_NO_PAD.encode(secret));
    let secret = secret.filter(|_| mail.kind == MailKind::Notification);
    let mut footer = MailContent::default().paragraph(site);
    if let Some(secret) = &secret {
        let url = format!("{site}/mail#unsubscribe={secret}");
        footer = footer.link(&words.text("mail_stop", &[]), &url);
    }
    let (footer_text, footer_html) = footer.into_parts();
    let text = format!("{}\n\n-- \n{footer_text}\n", mail.text);
    let html = format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\"></head>\n\
         <body style=\"font-family:sans-serif;max-width:36em\">\n{}<hr>\n{footer_html}</body></html>\n",
        mail.html
    );
    // Each attempt has the same message, with the same time, id and boundary.
    let key = message_key(&mail.id);
    let parts = MultiPart::alternative().boundary(&key);
    let parts = parts.singlepart(SinglePart::plain(text)).singlepart(SinglePart::html(html));
    let at = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(mail.at.0).ok()?);
    let mut message = Message::builder()
        .from(sender.clone())
        .to(Mailbox::new(None, recipient.clone()))
        .subject(mail.subject.as_str())
        .date(at)
        .message_id(Some(format!("<{key}@{}>", sender.email.domain())))
        .multipart(parts)
        .ok()?;
    let mut raw = vec![("Auto-Submitted", "auto-generated".to_owned())];
    if let Some(secret) = secret {
        let url = format!("<{site}/api/v1/mail/unsubscriptions/{secret}>");
        raw.push(("List-Unsubscribe", url));
        raw.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    for (name, value) in raw {
        let name = HeaderName::new_from_ascii_str(name);
        // Long URLs must not be folded within themselves.
        let value = HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value);
        message.headers_mut().insert_raw(value);
    }
    Some(message.formatted())
}

/// A text that only the mail with that id has.
fn message_key(id: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(id)[..18])
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use chivalry_play::clock::Timestamp;
    use chivalry_play::player::PlayerId;

    use crate::store::NewMail;

    use super::*;

    fn of_kind(kind: MailKind) -> String {
        in_language(kind, "en")
    }

    fn in_language(kind: MailKind, language: &str) -> String {
        let (text, html) = MailContent::default().paragraph("It is your turn.").into_parts();
        let (id, player, subject) = ("one".to_owned(), PlayerId(Uuid::nil()), "Your turn é".into());
        let mail = NewMail { id, player, kind, subject, text, html, at: Timestamp(0) };
        let leased = LeasedMail {
            mail,
            address: "arthur@example.org".to_owned(),
            tries: 0,
            leased_until: Timestamp(0),
            unsubscription: Some([7; 16]),
        };
        let sender: Mailbox = "Chivalry <play@example.net>".parse().unwrap();
        let recipient: Address = leased.address.parse().unwrap();
        let bytes = message("https://example.net", &sender, &recipient, &leased, language).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_notification_can_be_unsubscribed_with_one_click() {
        let message = of_kind(MailKind::Notification);
        let url = "https://example.net/api/v1/mail/unsubscriptions/BwcHBwcHBwcHBwcHBwcHBw";
        for line in [
            "From: Chivalry <play@example.net>",
            "To: arthur@example.org",
            "Date: Thu, 01 Jan 1970 00:00:00 +0000",
            "Auto-Submitted: auto-generated",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            &format!("List-Unsubscribe: <{url}>"),
        ] {
            assert!(message.contains(&format!("{line}\r\n")), "{line}: {message}");
        }
        assert!(message.contains("multipart/alternative"), "{message}");
        assert_eq!(message.matches("It is your turn.").count(), 2, "{message}");
        assert_eq!(message, of_kind(MailKind::Notification), "the message of another attempt");
        assert!(!of_kind(MailKind::Recovery).contains("nsubscri"));
        let german = in_language(MailKind::Notification, "de");
        assert!(german.contains("lang=3D\"de\"") || german.contains("lang=\"de\""), "{german}");
        assert!(german.contains("Diese E-Mails abbestellen"), "{german}");
        let unknown = in_language(MailKind::Notification, "xx");
        assert!(unknown.contains("Stop these e-mails"), "{unknown}");
    }
}
